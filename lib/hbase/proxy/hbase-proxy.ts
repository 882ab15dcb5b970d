/*
 * The package's entry `bigtab/hbase/proxy`: lets pages use an HBase cluster, with limits.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock } from '../../clock.js';
import type {
  HBaseProxy,
  HBaseProxyOptions,
  ProxyRequest,
  ProxyResponse,
  StartHBaseProxyOptions,
} from './proxy-options.js';
import { listen } from './proxy-server.js';
import { RequestHandler } from './request-handler.js';
import { readSettings } from './settings.js';

export type { ProxyLogEntry } from './proxy-log.js';
export type {
  HBaseProxy,
  HBaseProxyOptions,
  ProxyRequest,
  ProxyResponse,
  ProxyUser,
  StartHBaseProxyOptions,
} from './proxy-options.js';

/**
 * Returns a listener for the requests of a server of Node, `http.createServer(createHBaseProxy(options))`, or of Express,
 * `app.use('/hbase', createHBaseProxy(options))`, before everything that reads bodies. It passes calls on to a gateway of
 * HBase if the page's origin, the user's rights and the size of the call allow it. Otherwise it answers with a status from 400
 * on, and a line of text which says what to change. Any path is accepted.
 *
 * Throws INVALID_ARGUMENT for an option that is not valid.
 */
export function createHBaseProxy(options: HBaseProxyOptions): (request: ProxyRequest, response: ProxyResponse) => void {
  const handler = new RequestHandler(readSettings(options), systemClock);
  return (request, response) => void handler.handle(request as IncomingMessage, response as unknown as ServerResponse);
}

/**
 * Starts a server that is only such a proxy, and resolves when it listens. It has no TLS: let a server in front of it, such
 * as nginx or Caddy, end TLS.
 *
 * Rejects with INVALID_ARGUMENT for an option that is not valid, for an address that other machines can reach if there is no login
 * hook, and for one on which this process cannot listen.
 */
export async function startHBaseProxy(options: StartHBaseProxyOptions): Promise<HBaseProxy> {
  const settings = readSettings(options);
  return listen(options.listen, settings, systemClock);
}
