import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A gateway that listens. */
export interface ListeningGateway {
  readonly url: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Answers each request over HTTP as HBase's Thrift server does: any path, any type of content, no CORS headers. */
export async function listenAt(answer: (body: Uint8Array) => Promise<Uint8Array | null>): Promise<ListeningGateway> {
  const server = createServer(async (request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(403).end();
      return;
    }
    const bytes = await answer(await bodyOf(request));
    if (bytes === null) response.writeHead(500, { 'Content-Type': 'text/html;charset=iso-8859-1' }).end(NOT_A_CALL);
    else response.writeHead(200, { 'Content-Type': 'application/x-thrift' }).end(bytes);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const NOT_A_CALL = '<html><head><title>Error 500 javax.servlet.ServletException</title></head></html>';

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}
