import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '../../clock.js';
import { invalidArgument } from '../../errors.js';
import { type ListenAddress, readListenAddress, urlOf } from './listen-address.js';
import type { HBaseProxy } from './proxy-options.js';
import { RequestHandler } from './request-handler.js';
import type { Settings } from './settings.js';

/** Starts a server that is only a proxy. */
export async function listen(text: string, settings: Settings, clock: Clock): Promise<HBaseProxy> {
  const address = readListenAddress(text, settings.login !== null);
  const handler = new RequestHandler(settings, clock);
  let closing: Promise<void> | null = null;
  // Also those that have sent nothing yet: clients open connections in advance.
  const idle = new Set<Socket>();
  const server = createServer((request, response) => {
    const { socket } = request;
    idle.delete(socket);
    response.once('close', () => {
      if (closing !== null) socket.destroySoon();
      else if (!socket.destroyed) idle.add(socket);
    });
    void handler.handle(request, response);
  });
  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  await listening(server, address);
  const { port } = server.address() as AddressInfo;
  return {
    url: urlOf({ host: address.host, port }),
    close: () => {
      closing ??= new Promise<void>((resolve) => server.close(() => resolve())).then(() => handler.close());
      for (const socket of idle) socket.destroy();
      return closing;
    },
  };
}

function listening(server: Server, address: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: Error) => {
      reject(invalidArgument(`the proxy cannot listen on ${urlOf(address)}: ${error.message}`));
    });
    server.listen(address.port, address.host, resolve);
  });
}
