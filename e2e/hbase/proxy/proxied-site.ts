import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHBaseProxy, type HBaseProxyOptions, type ProxyLogEntry } from 'bigtab/hbase/proxy';
import { type RecordingGateway, startRecordingGateway } from '../../../lib/testing/fakes/recording-gateway.js';

/** A server as developers have one: a page at every path, and a proxy for its calls. */
export interface ProxiedSite {
  readonly port: number;
  /** The address for calls. */
  readonly url: string;
  /** The gateway behind the proxy, which answers with the bytes of each call. */
  readonly gateway: RecordingGateway;
  /** The statuses of the answers to preflights and calls, in order. */
  readonly statuses: readonly number[];
  close(): Promise<void>;
}

const PAGE = '<!doctype html><html lang="en"><head><link rel="icon" href="data:,"><title>page</title></head></html>';

/** Starts such a server on loopback. */
export async function startProxiedSite(options: Partial<HBaseProxyOptions> = {}): Promise<ProxiedSite> {
  const gateway = await startRecordingGateway();
  const statuses: number[] = [];
  const log = ({ status }: ProxyLogEntry): void => void statuses.push(status);
  const proxy = createHBaseProxy({ gateway: gateway.url, log, ...options });
  const server = createServer((request, response) => {
    if (request.method !== 'GET') return proxy(request, response);
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hbase`,
    gateway,
    statuses,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      await gateway.close();
    },
  };
}
