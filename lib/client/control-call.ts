import { ByteReader } from '../bytes/byte-reader.js';
import { Operation } from '../service/client-service.js';
import { encodeControl, readJson } from '../service/control-codec.js';
import { decodeReplies, encodePacket } from '../service/packet-codec.js';
import type { WorkerTransport } from './worker-transport.js';

/**
 * Asks the worker itself, rather than for a connection: the packet has no connection id. Rejects with WORKER_LOST when the
 * worker ends before the answer.
 */
export async function callWorker(
  { call, gone }: Omit<WorkerTransport, 'end'>,
  method: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  const request = { operation: Operation.Control, number: 0, payload: encodeControl(method, args) };
  const [reply] = decodeReplies(await Promise.race([call(encodePacket('', 0, [request])), gone]));
  if (reply instanceof ByteReader) return readJson(reply);
  throw reply;
}
