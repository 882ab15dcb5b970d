import { notAllowed } from '../bytes/kind.js';
import { encodeText } from '../bytes/text.js';
import { type AbortSignalLike, abortable, throwIfAborted } from '../client/calls/call-options.js';
import { notLoaded, ofThisBuild } from '../client/calls/load-code.js';
import { Connection } from '../client/connection.js';
import type { Clock } from '../clock.js';
import { BigtabError } from '../errors.js';
import { checkActions } from '../hbase/actions.js';
import { type FetchLike, Gateway } from '../hbase/gateway.js';
import { HBaseService } from '../hbase/hbase-service.js';
import { notCarried } from '../hbase/not-carried.js';
import { isRecord, readLiteral, toBoolean } from '../model/literal.js';
import type { Yielder } from '../yielder.js';

/** The options of `connectHBase`. */
export interface ClusterOptions {
  /**
   * The address of HBase's Thrift2 server in HTTP mode, or of a proxy in front of it: `http:` or `https:`, with any path. In
   * a browser, a path on the page's own origin such as `/hbase` is enough.
   */
  readonly url: string;
  /** Headers that are sent with every request, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The function that sends the requests, for example with cookies to another origin. Default: the platform's `fetch`. */
  readonly fetch?: FetchLike | undefined;
  /** How long the gateway may take to answer a request, in milliseconds. Default 60,000. */
  readonly timeout?: number | undefined;
  /** Stops connecting: `connectHBase` then rejects with the reason of the signal. */
  readonly signal?: AbortSignalLike | undefined;
  /**
   * Whether a write without timestamps is sent again if its answer is lost, and is still applied only once. To make this
   * possible, each such write also stores a token in its row, in the family `bt_op`, which `ensureTable` adds to the table;
   * the writes of a list are sent one by one; and a counter is read and then written under a condition. Default false: a
   * write whose answer is lost rejects with OUTCOME_UNKNOWN.
   */
  readonly exactlyOnce?: boolean | undefined;
}

/** What a connection to a cluster needs of its platform. */
export interface ClusterPlatform {
  readonly fetch: FetchLike;
  readonly clock: Clock;
  /** For waits of a call: in Node, its timers keep the process alive. */
  readonly waitingClock: Clock;
  /** A name that no other connection has. */
  readonly name: string;
  readonly yielder: Yielder;
  /** Called when the connection has closed. */
  close(): void;
}

const OPTIONS = ['url', 'headers', 'fetch', 'timeout', 'signal', 'exactlyOnce'] as const;
const DEFAULT_TIMEOUT_MS = 60_000;

/** TThriftServerType.TWO. */
const THRIFT_2 = 2;

/** See `connectHBase`. */
export async function openCluster(options: ClusterOptions, platform: ClusterPlatform): Promise<Connection> {
  const { url, headers, fetch = platform.fetch, timeoutMs, signal, exactlyOnce } = readOptions(options);
  throwIfAborted(signal);
  const gateway = new Gateway({ url, headers, fetch, timeoutMs, clock: platform.waitingClock });
  const type = await abortable(gateway.repeatable('getThriftServerType', {}), signal);
  if (type !== THRIFT_2) {
    const message = `The gateway at ${url} is HBase's Thrift1 server. Start the Thrift2 server instead: hbase thrift2 start.`;
    throw new BigtabError('UNSUPPORTED_OPERATION', message, { details: { url, type } });
  }
  const { name, clock, yielder } = platform;
  let tokens = 0;
  const own = exactlyOnce ? await import('../hbase/once-code.js').then(ofThisBuild, notLoaded) : null;
  const once = own && new own.ExactlyOnce(gateway, () => encodeText(`${name}/${++tokens}`));
  const service = new HBaseService(gateway, once, async () => {
    const { adminMethods } = await import('../hbase/admin/admin-code.js').then(ofThisBuild, notLoaded);
    const methods = adminMethods(gateway, platform.waitingClock);
    return own === null ? methods : own.withTokenFamily(methods);
  });
  return new Connection({
    name: url,
    id: name,
    transport: {
      call: (packet) => service.call(packet),
      onEvent: () => () => {},
      onEngine: () => {},
      onLost: () => {},
      close: async () => platform.close(),
    },
    clock,
    checks: {
      actions: checkActions,
      transactions: () => {
        throw notCarried('transact');
      },
    },
    yielder,
  });
}

function readOptions(options: ClusterOptions): {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignalLike | undefined;
  readonly exactlyOnce: boolean;
} {
  const literal = readLiteral<ClusterOptions>(options, 'set of connectHBase options', OPTIONS);
  const { url, headers = {}, timeout = DEFAULT_TIMEOUT_MS, exactlyOnce = false } = literal;
  if (typeof url !== 'string' || url === '') {
    throw notAllowed('url', 'an address such as http://localhost:9090/', url);
  }
  if (!isRecord(headers) || Object.values(headers).some((value) => typeof value !== 'string')) {
    throw notAllowed('headers', 'an object of texts, such as { Authorization: "…" }', headers);
  }
  if (typeof timeout !== 'number' || !(timeout > 0)) {
    throw notAllowed('timeout', 'a positive number of milliseconds', timeout);
  }
  const given = literal.fetch;
  if (given !== undefined && typeof given !== 'function') throw notAllowed('fetch', 'a function like fetch', given);
  return {
    url,
    headers: headers as Readonly<Record<string, string>>,
    fetch: given as FetchLike | undefined,
    timeoutMs: timeout,
    signal: options.signal,
    exactlyOnce: toBoolean(exactlyOnce, 'exactlyOnce'),
  };
}
