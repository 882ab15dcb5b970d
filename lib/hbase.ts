/*
 * The package's entry `bigtab/hbase`: the same Connection over an Apache HBase cluster.
 */

import { notAllowed } from './bytes/kind.js';
import type { AbortSignalLike } from './client/calls/call-options.js';
import { throwIfAborted } from './client/calls/call-options.js';
import { Connection } from './client/connection.js';
import { systemClock } from './clock.js';
import { BigtabError } from './errors.js';
import { type FetchLike, Gateway } from './hbase/gateway.js';
import { HBaseService } from './hbase/hbase-service.js';
import { readLiteral } from './model/literal.js';

export type { FetchLike, ResponseLike } from './hbase/gateway.js';

/** The options of `connectHBase`. */
export interface ConnectHBaseOptions {
  /** The address of HBase's Thrift2 server in HTTP mode, or of a proxy in front of it. */
  readonly url: string;
  /** Headers of every request, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sends the requests. Default: the platform's `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** How long the gateway may take to answer a request, in ms. Default 60,000. */
  readonly timeout?: number | undefined;
  /** Ends connecting. */
  readonly signal?: AbortSignalLike | undefined;
  readonly exactlyOnce?: boolean | undefined;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const THRIFT_2 = 2;

declare const fetch: FetchLike | undefined;

export async function connectHBase(options: ConnectHBaseOptions): Promise<Connection> {
  const read = readLiteral<ConnectHBaseOptions>(options, 'set of connectHBase options', [
    'url',
    'headers',
    'fetch',
    'timeout',
    'signal',
    'exactlyOnce',
  ]);
  const { url, headers = {}, timeout = DEFAULT_TIMEOUT_MS, signal } = read as ConnectHBaseOptions;
  if (typeof url !== 'string') throw notAllowed('url', 'an address such as http://localhost:9090/', url);
  throwIfAborted(signal);
  const send = options.fetch ?? globalFetch();
  const gateway = new Gateway({ url, headers, fetch: send, timeoutMs: timeout, clock: systemClock });
  const type = await gateway.repeatable('getThriftServerType', {});
  if (type !== THRIFT_2)
    throw new BigtabError('UNSUPPORTED_OPERATION', `${url} is a Thrift1 server. Start HBase's thrift2 server instead.`);
  const service = new HBaseService(gateway, {});
  return new Connection({
    name: url,
    id: 'hbase/1',
    transport: {
      call: (packet) => service.call(packet),
      onEvent: () => () => {},
      onEngine: () => {},
      onLost: () => {},
      close: async () => {},
    },
    clock: systemClock,
    yielder: () => Promise.resolve(),
  });
}

function globalFetch(): FetchLike {
  if (typeof fetch !== 'function')
    throw new BigtabError('UNSUPPORTED_OPERATION', 'This platform has no fetch. Pass one as the option fetch.');
  return (url, init) => (fetch as FetchLike)(url, init);
}
