import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientLeft, Refusal } from './refusal.js';

/** Reads the body of a request. Throws a Refusal with 413 as soon as it is longer than `most` bytes. */
export function readBody(request: IncomingMessage, most: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const stated = Number(request.headers['content-length'] ?? 0);
    if (stated > most) return reject(tooLarge(most));
    const chunks: Buffer[] = [];
    let size = 0;
    const add = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= most) return void chunks.push(chunk);
      request.off('data', add);
      reject(tooLarge(most));
    };
    request.on('data', add);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => reject(clientLeft()));
    request.once('close', () => reject(clientLeft()));
  });
}

/**
 * Ends an answer that is complete, once the client has sent the rest of its request: many clients read no answer before. A
 * client that still sends more than `most` bytes is disconnected.
 */
export function endAfterRequest(request: IncomingMessage, response: ServerResponse, most: number): void {
  if (request.readableEnded) return void response.end();
  let left = most;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.once('end', () => response.end());
  request.resume();
}

function tooLarge(most: number): Refusal {
  const limit = `${Math.round((most / 1024 / 1024) * 100) / 100} MiB`;
  return new Refusal(
    413,
    `The request is larger than ${limit}. Send smaller lists, or raise maxBodyBytes (--max-body).`,
  );
}
