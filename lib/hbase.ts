/*
 * The package's entry `bigtab/hbase`: the same Connection over an Apache HBase cluster. Importing it uses nothing of the
 * platform.
 */

import type { Connection } from './client/connection.js';
import { systemClock, waitingClock } from './clock.js';
import { type ClusterOptions, openCluster } from './cluster/open-cluster.js';
import { invalidArgument } from './errors.js';
import type { FetchLike } from './hbase/gateway.js';
import { processYielder } from './in-process/process-yielder.js';

export type { Connection } from './client/connection.js';
export type { ClusterOptions as ConnectHBaseOptions } from './cluster/open-cluster.js';
export type { FetchLike, ResponseLike } from './hbase/gateway.js';

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
export function connectHBase(options: ClusterOptions): Promise<Connection> {
  const { yield: rest, close } = processYielder();
  const opened = openCluster(options, {
    fetch: platformFetch,
    clock: systemClock,
    waitingClock,
    name: uniqueName(),
    yielder: rest,
    close,
  });
  // Without a connection, nothing else closes it.
  opened.catch(close);
  return opened;
}

/** In a browser, fetch needs to be called as a global function. */
const platformFetch: FetchLike = (url, init) => {
  if (typeof fetch === 'function') return fetch(url, init);
  throw invalidArgument('this platform has no fetch: pass a function that sends requests as the option fetch');
};

/** A name that no other connection has. */
function uniqueName(): string {
  if (typeof crypto !== 'undefined' && crypto.randomUUID !== undefined) return crypto.randomUUID();
  return Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join('');
}
