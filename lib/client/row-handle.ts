import { isBytes } from '../bytes/kind.js';
import { isRecord } from '../model/literal.js';
import type { Result } from './answers/result.js';
import type { LiveRows } from './live/live-rows.js';
import type { WatchOptions } from './live/watches.js';
import type { HistoryEntry, HistoryOptions } from './row-history.js';
import type { ColumnOf, DeleteOf, GetOf, IncrementOf, PutOf } from './schema.js';

/**
 * The calls of one row: those of its table, without the row. Owns no resources.
 *
 * @example
 * const page = table.row('com.cnn.www');
 * await page.put({ contents: { html: '<html>...' } });
 * const result = await page.get({ columns: ['contents:html'] });
 */
export interface RowHandle<S> {
  /** Like `Table.get`. */
  get(options?: Omit<GetOf<S>, 'row'>): Promise<Result>;
  /** Like `Table.exists`. */
  exists(options?: Omit<GetOf<S>, 'row'>): Promise<boolean>;
  /**
   * Like `Table.put`: the cells, by family and qualifier or as a list, or the literal of a Put without its row,
   * `{ cells, timestamp, ... }`. An object with the property `cells` is such a literal, so write to a family named `cells`
   * as `{ cells: { cells: ... } }`.
   */
  put(put: PutOf<S>['cells'] | Omit<PutOf<S>, 'row'>): Promise<void>;
  /** Like `Table.delete`: the complete row, or what the literal of a Delete without its row names. */
  delete(remove?: Omit<DeleteOf<S>, 'row'>): Promise<void>;
  /**
   * Like `Table.increment`: the amounts, by family and qualifier or as a list, or the literal of an Increment without its
   * row. An object with the property `amounts` is such a literal.
   */
  increment(increment: IncrementOf<S>['amounts'] | Omit<IncrementOf<S>, 'row'>): Promise<Result>;
  /** Like `Table.watch` of this row: one row, or none while it does not exist. */
  watch(get?: Omit<GetOf<S>, 'row'>, options?: WatchOptions): LiveRows<Result>;
  /** Like `Table.history`. */
  history(column?: ColumnOf<S>, options?: HistoryOptions): Promise<HistoryEntry[]>;
}

/** The calls of a table, typed or not, that a row has too. */
interface RowTable {
  get(get: never, options?: never): Promise<unknown>;
  exists(get: never): Promise<boolean>;
  put(put: never): Promise<void>;
  delete(remove: never): Promise<void>;
  increment(increment: never): Promise<unknown>;
  watch(read: never, options: never): unknown;
  history(row: never, column: never, options: never): Promise<unknown>;
}

/** Implements `Table.row` and `TypedTable.row`; `H`: a RowHandle or a TypedRowHandle. */
export function rowHandle<H>(table: RowTable, key: unknown): H {
  const row = copyOf(key);
  const literal = (options: unknown) => ({ ...(options as object), row }) as never;
  const parts = (name: string, given: unknown) =>
    literal(Array.isArray(given) || (isRecord(given) && !Object.hasOwn(given, name)) ? { [name]: given } : given);
  const handle = {
    get: (options?: unknown, more?: unknown) => table.get(literal(options), more as never),
    exists: (options?: unknown) => table.exists(literal(options)),
    put: (put: unknown) => table.put(parts('cells', put)),
    delete: (remove?: unknown) => table.delete(literal(remove)),
    increment: (increment: unknown) => table.increment(parts('amounts', increment)),
    watch: (get?: unknown, options: unknown = {}) => table.watch(literal(get), options as never),
    history: (column?: unknown, options: unknown = {}) =>
      table.history(row as never, column as never, options as never),
  };
  return handle as H;
}

/** Bytes may change later, also those in a list of parts. */
function copyOf(key: unknown): unknown {
  return isBytes(key) ? key.slice() : Array.isArray(key) ? key.map(copyOf) : key;
}
