/*
 * The package's entry `bigtab/vue`: composables for Vue 3.3 and later.
 */
import {
  getCurrentInstance,
  type MaybeRefOrGetter,
  onMounted,
  onScopeDispose,
  type ShallowRef,
  shallowReadonly,
  shallowRef,
  toValue,
  watch,
} from 'vue';
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
import { loading, type Store, type WatchedTable, watchStore } from './watch-store.js';

/** A table, or nothing while the app still connects; as it is, in a ref, or as a function. */
type MaybeOf<T> = MaybeRefOrGetter<T | null | undefined>;

/**
 * The rows of a scan, which stay up to date, as `table.watch` reports them. Both arguments may be refs or functions:
 * another table, or a scan with another content, opens another watch. The watch is open from the mounting of the component
 * to its unmounting; outside of components, until the scope is disposed. Without a table, with null
 * instead of the scan, for example until the id of the user is known, and on a server, the state is `loading` and has no
 * rows. What `watch` would throw, such as INVALID_ARGUMENT, is the error of a `failed` state.
 *
 * @example
 * import { useRows } from 'bigtab/vue';
 * import { computed, ref } from 'vue';
 * const folder = ref('inbox');
 * const notes = useRows(table, () => ({ prefix: `${folder.value}/`, limit: 50 }));
 * const texts = computed(() => notes.value.rows.map((row) => row.getText('note', 'text')));
 */
export function useRows<F extends FamilyDefinitions, K extends AnyKey, R, I extends AnyIndexes>(
  table: MaybeOf<TypedTable<F, K, R, I>>,
  scan: MaybeRefOrGetter<Scan | TypedScan<F, K> | null>,
): Readonly<ShallowRef<LiveState<FoundRow<F, K> | R>>>;
export function useRows<S>(
  table: MaybeOf<Table<S>>,
  scan: MaybeRefOrGetter<Scan | ScanOf<S> | null>,
): Readonly<ShallowRef<LiveState<Result>>>;
export function useRows(table: MaybeOf<WatchedTable<unknown>>, scan: MaybeRefOrGetter<unknown>): unknown {
  return useWatch(table, scan);
}

/**
 * One row, which stays up to date: the list of `rows` has one element, or none while the row does not exist. See
 * `useRows`.
 */
export function useRow<F extends FamilyDefinitions, K extends AnyKey, R, I extends AnyIndexes>(
  table: MaybeOf<TypedTable<F, K, R, I>>,
  row: MaybeRefOrGetter<AnyGet<F, K> | null>,
): Readonly<ShallowRef<LiveState<FoundRow<F, K> | R>>>;
export function useRow<S>(
  table: MaybeOf<Table<S>>,
  row: MaybeRefOrGetter<BytesLike | Get | GetOf<S> | null>,
): Readonly<ShallowRef<LiveState<Result>>>;
export function useRow(table: MaybeOf<WatchedTable<unknown>>, row: MaybeRefOrGetter<unknown>): unknown {
  return useWatch(table, row);
}

/** The status of a connection, which follows its `status` events; null until it is known, and on a server. */
export function useStatus(connection: MaybeOf<Connection>): Readonly<ShallowRef<StatusReport | null>> {
  return useStore(() => [toValue(connection), null] as const, statusStore, null);
}

function useWatch<R>(
  table: MaybeOf<WatchedTable<R>>,
  given: MaybeRefOrGetter<unknown>,
): Readonly<ShallowRef<LiveState<R>>> {
  const source = () => {
    const read = toValue(given);
    // Visits every property, so that Vue notices when one of a reactive read changes.
    sameRead(read, read);
    return [toValue(table), read] as const;
  };
  return useStore(source, watchStore<R>, loading<R>());
}

/** Follows the store that `open` creates for `source`, whenever that has changed. */
function useStore<A, T>(
  source: () => readonly [of: A, read: unknown],
  open: (of: A, read: unknown) => Store<T>,
  initial: T,
): Readonly<ShallowRef<T>> {
  const state = shallowRef(initial) as ShallowRef<T>;
  let stop = () => {};
  const start = () =>
    watch(
      source,
      ([of, read], before) => {
        // An object that has changed is the same one before and after.
        if (before?.[0] === of && before[1] !== read && sameRead(before[1], read)) return;
        stop();
        const store = open(of, read);
        const set = () => {
          state.value = store.getSnapshot();
        };
        stop = store.subscribe(set);
        set();
      },
      { immediate: true },
    );
  onScopeDispose(() => stop());
  // On a server, nothing is mounted.
  if (getCurrentInstance() === null) start();
  else onMounted(start);
  return shallowReadonly(state);
}
