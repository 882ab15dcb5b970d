/*
 * The package's entry `bigtab/svelte`: readable stores for Svelte 3 and later. It imports nothing of Svelte, because a
 * store is only an object with `subscribe`.
 */
import type { Result } from '../client/answers/result.js';
import type { Connection } from '../client/connection.js';
import type { FamilyDefinitions } from '../client/family-definition.js';
import type { AnyIndexes } from '../client/index-definition.js';
import type { LiveState } from '../client/live/live-state.js';
import type { GetOf, ScanOf } from '../client/schema.js';
import type { Table } from '../client/table.js';
import type { AnyKey } from '../client/typed-key.js';
import type { AnyGet, TypedScan } from '../client/typed-request.js';
import type { FoundRow } from '../client/typed-row.js';
import type { TypedTable } from '../client/typed-table.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { Get } from '../model/get.js';
import type { Scan } from '../model/scan.js';
import type { StatusReport } from '../model/status-report.js';
import { statusStore } from './status-store.js';
import { type Store, type WatchedTable, watchStore } from './watch-store.js';

/** A store as Svelte uses it: `$name` in a component subscribes to it. */
export interface Readable<T> {
  /** Calls `run` with the value now and after each change, until the returned function is called. */
  subscribe(run: (value: T) => void): () => void;
}

/** A table, or nothing while the app still connects. */
type Maybe<T> = T | null | undefined;

/**
 * The rows of a scan, which stay up to date, as `table.watch` reports them. The watch is open while the store has a
 * subscriber, as it has while a component that uses it is mounted. Without a table, with null instead of the scan, for
 * example until the id of the user is known, and on a server, the state is `loading` and has no rows. What `watch` would
 * throw, such as INVALID_ARGUMENT, is the error of a `failed` state.
 *
 * @example
 * import { rows } from 'bigtab/svelte';
 * const notes = rows(table, { prefix: 'inbox/', limit: 50 });
 * const stop = notes.subscribe((state) => console.log(state.status, state.rows.length));
 */
export function rows<F extends FamilyDefinitions, K extends AnyKey, R, I extends AnyIndexes>(
  table: Maybe<TypedTable<F, K, R, I>>,
  scan: Scan | TypedScan<F, K> | null,
): Readable<LiveState<FoundRow<F, K> | R>>;
export function rows<S>(table: Maybe<Table<S>>, scan: Scan | ScanOf<S> | null): Readable<LiveState<Result>>;
export function rows(table: Maybe<WatchedTable<unknown>>, scan: unknown): Readable<LiveState<unknown>> {
  return readable(watchStore(table, scan));
}

/**
 * One row, which stays up to date: the list of `rows` has one element, or none while the row does not exist. See `rows`.
 */
export function row<F extends FamilyDefinitions, K extends AnyKey, R, I extends AnyIndexes>(
  table: Maybe<TypedTable<F, K, R, I>>,
  key: AnyGet<F, K> | null,
): Readable<LiveState<FoundRow<F, K> | R>>;
export function row<S>(table: Maybe<Table<S>>, key: BytesLike | Get | GetOf<S> | null): Readable<LiveState<Result>>;
export function row(table: Maybe<WatchedTable<unknown>>, key: unknown): Readable<LiveState<unknown>> {
  return readable(watchStore(table, key));
}

/** The status of a connection, which follows its `status` events; null until it is known, and on a server. */
export function status(connection: Maybe<Connection>): Readable<StatusReport | null> {
  return readable(statusStore(connection));
}

function readable<T>(store: Store<T>): Readable<T> {
  return {
    subscribe(run) {
      let stop: (() => void) | null = () => {};
      const set = () => run(store.getSnapshot());
      set();
      // A server takes the first value and unsubscribes at once, so nothing is opened there.
      Promise.resolve().then(() => {
        if (stop !== null) stop = store.subscribe(set);
      });
      return () => {
        stop?.();
        stop = null;
      };
    },
  };
}
