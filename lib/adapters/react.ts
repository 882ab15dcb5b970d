/*
 * The package's entry `bigtab/react`: hooks for React 18 and later.
 */
import { useMemo, useState, useSyncExternalStore } from 'react';
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
import { sameRead } from './same-read.js';
import { statusStore } from './status-store.js';
import { loading, type WatchedTable, watchStore } from './watch-store.js';

/** A table, or nothing while the app still connects. */
type Maybe<T> = T | null | undefined;

/**
 * The rows of a scan, which stay up to date, as `table.watch` reports them. The scan is compared by its content, so it may
 * be a literal in the component; another one opens another watch, and so does another table object, such as one of
 * `getTable` in the component. The watch is closed when the component unmounts. Without a table, with null instead of the
 * scan, for example until the id of the user is known, and on a server, the state is `loading` and has no rows. What
 * `watch` would throw, such as INVALID_ARGUMENT, is the error of a `failed` state.
 *
 * @example
 * import type { Table } from 'bigtab';
 * import { useRows } from 'bigtab/react';
 * function useNotes(table: Table | null): readonly (string | null)[] {
 *   const { rows } = useRows(table, { prefix: 'note/', limit: 50 });
 *   return rows.map((row) => row.getText('note', 'text'));
 * }
 */
export function useRows<F extends FamilyDefinitions, K extends AnyKey, R, I extends AnyIndexes>(
  table: Maybe<TypedTable<F, K, R, I>>,
  scan: Scan | TypedScan<F, K> | null,
): LiveState<FoundRow<F, K> | R>;
export function useRows<S>(table: Maybe<Table<S>>, scan: Scan | ScanOf<S> | null): LiveState<Result>;
export function useRows(table: Maybe<WatchedTable<unknown>>, scan: unknown): LiveState<unknown> {
  return useWatch(table, scan);
}

/**
 * One row, which stays up to date: the list of `rows` has one element, or none while the row does not exist. See
 * `useRows`.
 */
export function useRow<F extends FamilyDefinitions, K extends AnyKey, R, I extends AnyIndexes>(
  table: Maybe<TypedTable<F, K, R, I>>,
  row: AnyGet<F, K> | null,
): LiveState<FoundRow<F, K> | R>;
export function useRow<S>(table: Maybe<Table<S>>, row: BytesLike | Get | GetOf<S> | null): LiveState<Result>;
export function useRow(table: Maybe<WatchedTable<unknown>>, row: unknown): LiveState<unknown> {
  return useWatch(table, row);
}

/** The status of a connection, which follows its `status` events; null until it is known, and on a server. */
export function useStatus(connection: Maybe<Connection>): StatusReport | null {
  const { subscribe, getSnapshot } = useMemo(() => statusStore(connection), [connection]);
  return useSyncExternalStore(subscribe, getSnapshot, () => null);
}

function useWatch<R>(table: Maybe<WatchedTable<R>>, read: unknown): LiveState<R> {
  const [last, setLast] = useState(read);
  const isSame = sameRead(last, read);
  if (!isSame) setLast(read);
  const kept = isSame ? last : read;
  const { subscribe, getSnapshot } = useMemo(() => watchStore(table, kept), [table, kept]);
  return useSyncExternalStore(subscribe, getSnapshot, loading<R>);
}
