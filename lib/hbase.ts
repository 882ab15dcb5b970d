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
 * Connects to an Apache HBase cluster, 2.4 to 2.6, through its Thrift2 server in HTTP mode, and resolves to a Connection
 * whose tables, scanners, Admin and mutators work as over a database of the browser. What the cluster does not offer
 * rejects with UNSUPPORTED_OPERATION before anything is sent (`details.part`), and errors of HBase have the class in
 * `details.hbaseClass`.
 *
 * A read, or a write whose timestamps are all given, is sent again if the gateway does not answer. Any other write is not,
 * because it could be applied twice: it rejects with OUTCOME_UNKNOWN, or see `exactlyOnce`. Rows of a scan come in pages,
 * each from a later state of the table (`ResultScanner.snapshot` is `'moved'`).
 *
 * Rejects with INVALID_ARGUMENT naming a bad option; with STORAGE_UNAVAILABLE if nothing answers at the address; with
 * INVALID_OPERATION if it refuses the request; with UNSUPPORTED_OPERATION if it is another kind of gateway; and with the
 * reason of the signal.
 *
 * @example
 * const connection = await connectHBase({ url: 'http://localhost:9090/' });
 * const table = await connection.ensureTable({ name: 'webtable', families: ['contents'] });
 */
export function connectHBase(options: ClusterOptions): Promise<Connection> {
  const { yield: rest, close } = processYielder();
  return openCluster(options, {
    fetch: platformFetch,
    clock: systemClock,
    waitingClock,
    name: uniqueName(),
    yielder: rest,
    close,
  });
}

/** In a browser, fetch needs to be called as a global function. */
const platformFetch: FetchLike = (url, init) => {
  if (typeof fetch === 'function') return fetch(url, init);
  throw invalidArgument('this platform has no fetch: pass a function as the option fetch');
};

/** A name that no other connection has. */
function uniqueName(): string {
  if (typeof crypto !== 'undefined' && crypto.randomUUID !== undefined) return crypto.randomUUID();
  return Array.from({ length: 4 }, () => Math.random().toString(36).slice(2)).join('');
}
