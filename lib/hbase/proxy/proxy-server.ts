import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '../../clock.js';
import { invalidArgument } from '../../errors.js';
import { type ListenAddress, readListenAddress, urlOf } from './listen-address.js';
import type { HBaseProxy } from './proxy-options.js';
import { RequestHandler } from './request-handler.js';
import type { Settings } from './settings.js';

/** How long requests may last after `close`. A process that receives a signal shall end within 10 s. */
const CLOSE_MS = 8_000;

/** Starts a server that is only a proxy. */
export async function listen(text: string, settings: Settings, clock: Clock): Promise<HBaseProxy> {
  const address = readListenAddress(text, settings.login !== null);
  const handler = new RequestHandler(settings, clock);
  let closing: Promise<void> | null = null;
  // The connections, and how many requests of each are in progress. Also those that have sent nothing yet: clients open
  // connections in advance.
  const busy = new Map<Socket, number>();
  const server = createServer((request, response) => {
    const { socket } = request;
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (busy.get(socket) ?? 1) - 1;
      if (!socket.destroyed) busy.set(socket, left);
      if (closing !== null && left === 0) socket.destroySoon();
    });
    void handler.handle(request, response);
  });
  server.on('connection', (socket) => {
    busy.set(socket, 0);
    socket.once('close', () => busy.delete(socket));
  });
  await listening(server, address);
  const { port } = server.address() as AddressInfo;
  return {
    url: urlOf({ host: address.host, port }),
    close: () => {
      closing ??= closed(server, busy, clock).then(() => handler.close());
      return closing;
    },
  };
}

/** Closes idle connections, then those whose requests end, and after a while the others. */
async function closed(server: Server, busy: ReadonlyMap<Socket, number>, clock: Clock): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const [socket, requests] of busy) if (requests === 0) socket.destroy();
  const cancel = clock.after(CLOSE_MS, () => {
    for (const socket of busy.keys()) socket.destroy();
  });
  await ended;
  cancel();
}

function listening(server: Server, address: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: Error) => {
      reject(invalidArgument(`the proxy cannot listen on ${urlOf(address)}: ${error.message}`));
    });
    server.listen(address.port, address.host, resolve);
  });
}
