import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request that the gateway has received. */
export interface ReceivedRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/** An HTTP server on loopback in place of HBase's gateway. It records the requests. */
export interface RecordingGateway {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** The connections that clients have opened. */
  readonly connections: number;
  close(): Promise<void>;
}

/** Answers with the bytes that it has received. */
export function echo(response: ServerResponse, { body }: ReceivedRequest): void {
  response.writeHead(200, { 'content-type': 'application/x-thrift', server: 'gateway' }).end(body);
}

/** Starts a gateway that answers each request with `answer`. */
export async function startRecordingGateway(
  answer: (response: ServerResponse, request: ReceivedRequest) => void = echo,
): Promise<RecordingGateway> {
  const received: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one = { url: request.url ?? '', headers: request.headers, body: new Uint8Array(Buffer.concat(chunks)) };
    received.push(one);
    answer(response, one);
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    get connections() {
      return sockets.size;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
