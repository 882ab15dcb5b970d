/*
 * The package's entry `bigtab/hbase`: the same Connection over an Apache HBase cluster. Importing it uses nothing of the
 * platform.
 */
import { notAllowed } from './bytes/kind.js';
import { encodeText } from './bytes/text.js';
import { type AbortSignalLike, abortable, throwIfAborted } from './client/calls/call-options.js';
import { Connection } from './client/connection.js';
import { systemClock, waitingClock } from './clock.js';
import { BigtabError, invalidArgument } from './errors.js';
import { checkActions } from './hbase/actions.js';
import { adminMethods } from './hbase/admin/admin-methods.js';
import { ExactlyOnce } from './hbase/exactly-once.js';
import { type FetchLike, Gateway } from './hbase/gateway.js';
import { HBaseService } from './hbase/hbase-service.js';
import { notCarried } from './hbase/not-carried.js';
import { withTokenFamily } from './hbase/token-family.js';
import { processYielder } from './in-process/process-yielder.js';
import { isRecord, readLiteral, toBoolean } from './model/literal.js';

export type { Connection } from './client/connection.js';
export type { FetchLike, ResponseLike } from './hbase/gateway.js';

/** The options of `connectHBase`. */
export interface ConnectHBaseOptions {
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

const OPTIONS = ['url', 'headers', 'fetch', 'timeout', 'signal', 'exactlyOnce'] as const;
const DEFAULT_TIMEOUT_MS = 60_000;

/** TThriftServerType.TWO. */
const THRIFT_2 = 2;

declare const fetch: FetchLike | undefined;
declare const crypto: { randomUUID?(): string } | undefined;

/**
 * Connects to a cluster of Apache HBase 2.4 to 2.6 through its Thrift2 server in HTTP mode (the gateway), and resolves to a
 * Connection. Its tables, scanners, Admin and mutators are used as those of a browser database. A call that needs what the
 * gateway does not carry rejects with UNSUPPORTED_OPERATION before anything is sent, and `details.part` names that part. An
 * error of HBase has the name of its class in `details.hbaseClass`.
 *
 * A read, or a write that specifies all its timestamps, is sent again if its answer is lost. Any other write is sent only
 * once, because it could be applied twice: it rejects with OUTCOME_UNKNOWN, unless `exactlyOnce` is set. A scan reads its
 * rows in pages, and each page shows a later state of the table: from the second one on, `ResultScanner.snapshot` is `'moved'`.
 *
 * Rejects with INVALID_ARGUMENT if an option is not valid; with STORAGE_UNAVAILABLE if nothing answers at the address; with
 * INVALID_OPERATION if the server there refuses the request; with UNSUPPORTED_OPERATION if it is a Thrift1 server; and with
 * the reason of the signal.
 *
 * @example
 * const connection = await connectHBase({ url: 'http://localhost:9090/' });
 * const table = await connection.ensureTable({ name: 'webtable', families: ['contents'] });
 */
export async function connectHBase(options: ConnectHBaseOptions): Promise<Connection> {
  const { url, headers, send, timeoutMs, signal, exactlyOnce } = readOptions(options);
  throwIfAborted(signal);
  const gateway = new Gateway({ url, headers, fetch: send, timeoutMs, clock: waitingClock });
  const type = await abortable(gateway.repeatable('getThriftServerType', {}), signal);
  if (type !== THRIFT_2) {
    const message = `The gateway at ${url} is HBase's Thrift1 server. Start the Thrift2 server instead: hbase thrift2 start.`;
    throw new BigtabError('UNSUPPORTED_OPERATION', message, { details: { url, type } });
  }
  const name = uniqueName();
  let tokens = 0;
  const once = exactlyOnce ? new ExactlyOnce(gateway, () => encodeText(`${name}/${++tokens}`)) : null;
  const controls = adminMethods(gateway, waitingClock);
  const service = new HBaseService(gateway, once === null ? controls : withTokenFamily(controls), once);
  const yielder = processYielder();
  return new Connection({
    name: url,
    id: name,
    transport: {
      call: (packet) => service.call(packet),
      onEvent: () => () => {},
      onEngine: () => {},
      onLost: () => {},
      close: async () => yielder.close(),
    },
    clock: systemClock,
    checks: {
      actions: checkActions,
      transactions: () => {
        throw notCarried('transact');
      },
    },
    yielder: yielder.yield,
  });
}

function readOptions(options: ConnectHBaseOptions): {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly send: FetchLike;
  readonly timeoutMs: number;
  readonly signal: AbortSignalLike | undefined;
  readonly exactlyOnce: boolean;
} {
  const literal = readLiteral<ConnectHBaseOptions>(options, 'set of connectHBase options', OPTIONS);
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
    send: (given as FetchLike | undefined) ?? platformFetch(),
    timeoutMs: timeout,
    signal: options.signal,
    exactlyOnce: toBoolean(exactlyOnce, 'exactlyOnce'),
  };
}

function platformFetch(): FetchLike {
  if (typeof fetch !== 'function')
    throw invalidArgument('this platform has no fetch: pass a function that sends requests as the option fetch');
  // In a browser, fetch needs to be called as a global function.
  return (url, init) => (fetch as FetchLike)(url, init);
}

/** A name that no other connection has. */
function uniqueName(): string {
  if (typeof crypto !== 'undefined' && crypto.randomUUID !== undefined) return crypto.randomUUID();
  return Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join('');
}
