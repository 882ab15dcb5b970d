import { toRow } from '../model/arguments.js';
import type { RestoreOptions } from '../model/restore.js';
import type { Scan } from '../model/scan.js';
import type { TimestampLike } from '../model/timestamp.js';
import type { ExplainOptions, Explanation } from '../service/explanation.js';
import type { CheckAndMutateResult } from './answers/check-and-mutate-result.js';
import type { Result } from './answers/result.js';
import type { BufferedMutator, BufferedMutatorLike } from './buffered-mutator.js';
import type { CallOptions } from './calls/call-options.js';
import type { OneOrMany } from './calls/list-call.js';
import { checkOnDecodeError, type OnDecodeError } from './decode-error.js';
import type { FamilyDefinitions } from './family-definition.js';
import type { AnyIndexes } from './index-definition.js';
import type { LiveRows } from './live/live-rows.js';
import type { WatchOptions } from './live/watches.js';
import { rowHandle } from './row-handle.js';
import type { HistoryEntry, HistoryOptions } from './row-history.js';
import type { ColumnOf } from './schema.js';
import type { Table } from './table.js';
import { type CodecParts, TableCodecs } from './table-codecs.js';
import { TypedCheckBuilder } from './typed-check-builder.js';
import type { TypedIndexScan } from './typed-index-scan.js';
import type { AnyKey, RowKey } from './typed-key.js';
import type { Declared, TypedPut } from './typed-put.js';
import type {
  AnyGet,
  FamiliesOf,
  TypedAction,
  TypedAppend,
  TypedCheckAndMutate,
  TypedDelete,
  TypedIncrement,
  TypedRowMutation,
  TypedRowMutations,
  TypedScan,
} from './typed-request.js';
import type { FoundRow, TypedRow } from './typed-row.js';
import { type HistoryValueOf, type TypedRowHandle, typedEntries } from './typed-row-handle.js';
import { TypedScanner } from './typed-scanner.js';

/**
 * What `getScanner`, `count` and `explain` accept. The intersection makes the compiler explain a mistake in a scan without
 * an index by the type of such scans.
 */
export type AnyScan<F, K, I> = Scan | TypedIndexScan<F, I> | (TypedScan<F, K> & { readonly index?: undefined });

/** The options of a get. `R`: the type of the rows that replace those that cannot be decoded. */
export interface TypedGetOptions<R = never> extends CallOptions {
  /** Replaces the table's `onDecodeError` in this call. */
  readonly onDecodeError?: OnDecodeError<R> | undefined;
}

/** The options of a scan. */
export type TypedScanOptions<R = never> = Pick<TypedGetOptions<R>, 'signal' | 'onDecodeError'>;

/** The result of an action of a batch. */
export type TypedBatchResult<Row> = Row | CheckAndMutateResult<Row>;

/** The result of a condition, or the results of a list of them. */
export type ChecksResult<C, Row> = C extends readonly unknown[]
  ? CheckAndMutateResult<Row>[]
  : CheckAndMutateResult<Row>;

/** A BufferedMutator whose mutations are those of a typed table. */
export interface TypedBufferedMutator<F, K = null> extends Omit<BufferedMutator, 'mutate'> {
  /** Like `BufferedMutator.mutate`. */
  mutate<M extends OneOrMany<TypedRowMutation<F, K>>>(
    mutation: M & Declared<F, M, OneOrMany<TypedRowMutation<F, K>>>,
  ): Promise<void>;
}

/**
 * A table whose literals and rows are typed by the codecs of its columns, and whose row keys have several parts if it
 * was defined with `keyOf`. Its calls are those of a Table, with decoded values wherever a value occurs: a value that
 * its codec does not accept rejects with INVALID_ARGUMENT, which names table, row and column, and nothing is sent. For
 * calls that it does not have, use `table`: the same table, with values as bytes.
 *
 * Requests that are objects, such as a Put, contain bytes. They are accepted if the codecs of their columns can read
 * the bytes, and refused with INVALID_ARGUMENT otherwise.
 *
 * `F`: the families; `K`: the codec of the row keys; `R`: the rows that replace those that cannot be decoded; `I`: the
 * indexes, null if the definition does not list them.
 *
 * @example
 * const families = { contents: { columns: { html: text } }, stats: { columns: { hits: int64 } } };
 * const web = await connection.ensureTable(defineTable({ name: 'webtable', families }));
 * await web.put({ row: 'com.cnn.www', cells: { contents: { html: '<html>...' }, stats: { hits: 1n } } });
 * const { contents, stats } = await web.get('com.cnn.www');
 */
export class TypedTable<F extends FamilyDefinitions, K extends AnyKey = null, R = never, I extends AnyIndexes = null> {
  readonly table: Table<FamiliesOf<F>>;
  /** Converts the table's requests and rows; `connection.atomicBatch` uses it. */
  readonly codecs: TableCodecs<F, K, R>;
  /** The table, which converts requests, and the rows that writes return. Their types are those of `table`. */
  private readonly typed: Table;

  constructor(table: Table<FamiliesOf<F>>, parts: CodecParts<F, K, R>, isOfCluster: boolean) {
    this.table = table;
    this.codecs = new TableCodecs(table.getName(), parts, isOfCluster);
    this.typed = table.withFormat(this.codecs) as unknown as Table;
  }

  /** Like `Table.getName`. */
  getName(): string {
    return this.table.getName();
  }

  /**
   * Like `Table.put`. The codec of a declared column determines the values it accepts. Any other column contains bytes;
   * the compiler accepts text for it only in a family without codecs, so that a misspelled name of a declared column
   * does not compile.
   */
  put<P extends OneOrMany<TypedPut<F, K>>>(
    put: P & Declared<F, P, OneOrMany<TypedPut<F, K>>>,
    options?: CallOptions,
  ): Promise<void> {
    return this.typed.put(put as never, options);
  }

  /**
   * Like `Table.get`. A row whose key or value cannot be decoded is an error that names it, unless `onDecodeError` says
   * otherwise; a row that is left out is empty.
   */
  get<S = never>(get: AnyGet<F, K>, options?: TypedGetOptions<S>): Promise<TypedRow<F, K> | R | S>;
  get<S = never>(gets: readonly AnyGet<F, K>[], options?: TypedGetOptions<S>): Promise<(TypedRow<F, K> | R | S)[]>;
  async get<S>(get: unknown, options: TypedGetOptions<S> = {}): Promise<unknown> {
    const { onDecodeError, ...rest } = options;
    if (onDecodeError !== undefined) checkOnDecodeError(onDecodeError);
    const found = await this.typed.get(this.codecs.readable(get) as never, rest);
    if (!Array.isArray(found)) return this.codecs.readOrEmpty(found, onDecodeError);
    return found.map((result) => this.codecs.readOrEmpty(result, onDecodeError));
  }

  /**
   * Like `Table.watch`. A row that cannot be decoded makes it fail with INVALID_ARGUMENT, which names row and column,
   * unless `onDecodeError` says otherwise.
   */
  watch<S = never>(
    read: AnyGet<F, K> | Scan | TypedScan<F, K>,
    options: TypedScanOptions<S> = {},
  ): LiveRows<FoundRow<F, K> | R | S> {
    const { onDecodeError, ...rest } = options;
    if (onDecodeError !== undefined) checkOnDecodeError(onDecodeError);
    const table = this.typed as unknown as WatchedAs;
    return table.watch(
      this.codecs.readable(read),
      rest,
      (result) => this.codecs.read(result, onDecodeError) as FoundRow<F, K> | R | S | null,
    );
  }

  /** Like `Table.exists`. */
  exists(get: AnyGet<F, K>): Promise<boolean>;
  exists(gets: readonly AnyGet<F, K>[], options?: CallOptions): Promise<boolean[]>;
  exists(get: unknown, options?: CallOptions): Promise<unknown> {
    return this.typed.exists(this.codecs.readable(get) as never, options);
  }

  /**
   * Like `Table.getScanner`. If row keys have several parts, `prefix`, `start` and `stop` are lists of all or of the
   * first parts. If the definition lists indexes, `index` is one of them, and `equals`, `from`, `to` and `prefix` are
   * values of its columns; see TypedIndexScan.
   */
  getScanner<S = never>(
    scan: AnyScan<F, K, I> = {},
    options: TypedScanOptions<S> = {},
  ): TypedScanner<FoundRow<F, K> | R | S> {
    const { onDecodeError, ...rest } = options;
    if (onDecodeError !== undefined) checkOnDecodeError(onDecodeError);
    const scanner = this.typed.getScanner(scan as Scan, rest);
    return new TypedScanner(
      scanner,
      (result) => this.codecs.read(result, onDecodeError) as FoundRow<F, K> | R | S | null,
    );
  }

  /** Like `Table.explain`. */
  explain(read: AnyGet<F, K> | AnyScan<F, K, I>, options?: ExplainOptions): Promise<Explanation> {
    return this.typed.explain(this.codecs.readable(read) as never, options);
  }

  /** Like `Table.count`. Rows that cannot be decoded count too. */
  count(scan: AnyScan<F, K, I> = {}, options?: CallOptions): Promise<number> {
    return this.typed.count(scan as Scan, options);
  }

  /** Like `Table.delete`. */
  delete(remove: OneOrMany<TypedDelete<F, K>>, options?: CallOptions): Promise<void> {
    return this.typed.delete(remove as never, options);
  }

  /** Like `Table.increment`, for columns of a CounterCodec; returns the new values as a row. */
  increment(increment: TypedIncrement<F, K>): Promise<TypedRow<F, K> | R> {
    return this.typed.increment(increment as never) as Promise<unknown> as Promise<TypedRow<F, K> | R>;
  }

  /** Like `Table.append`, for columns of an AppendCodec; returns the new values as a row. */
  append(append: TypedAppend<F, K>): Promise<TypedRow<F, K> | R> {
    return this.typed.append(append as never) as Promise<unknown> as Promise<TypedRow<F, K> | R>;
  }

  /** Like `Table.mutateRow`; returns the new values of increments and appends as a row. */
  mutateRow<M extends TypedRowMutations<F, K>>(
    mutations: M & Declared<F, M, TypedRowMutations<F, K>>,
  ): Promise<TypedRow<F, K> | R> {
    return this.typed.mutateRow(mutations as never) as Promise<unknown> as Promise<TypedRow<F, K> | R>;
  }

  /**
   * Like `Table.checkAndMutate`: one condition, or a list of them. A result contains the new values of increments and
   * appends as a row.
   */
  checkAndMutate<C extends OneOrMany<TypedCheckAndMutate<F, K>>>(
    check: C & Declared<F, C, OneOrMany<TypedCheckAndMutate<F, K>>>,
    options?: CallOptions,
  ): Promise<ChecksResult<C, TypedRow<F, K> | R>>;
  /** Starts a condition on a column of `family`, built step by step. */
  checkAndMutate<N extends keyof F & string>(row: RowKey<K>, family: N): TypedCheckBuilder<F, K, N>;
  checkAndMutate(given: unknown, second?: unknown): unknown {
    if (typeof second !== 'string') return this.typed.checkAndMutate(given as never, second as CallOptions | undefined);
    return new TypedCheckBuilder<F, K, keyof F>(given as RowKey<K>, second, async (check) => {
      return (await this.typed.checkAndMutate(check as never)).success;
    });
  }

  /**
   * Like `Table.batch`. A row that cannot be decoded is a failure of its action, unless the table's `onDecodeError`
   * says otherwise.
   */
  batch<A extends readonly TypedAction<F, K>[]>(
    actions: A & Declared<F, A, readonly TypedAction<F, K>[]>,
    results?: unknown[],
    options?: CallOptions,
  ): Promise<TypedBatchResult<TypedRow<F, K> | R>[]> {
    return this.typed.batch(actions as never, results, options) as Promise<unknown[]> as Promise<
      TypedBatchResult<TypedRow<F, K> | R>[]
    >;
  }

  /** Like `Table.getBufferedMutator`. */
  getBufferedMutator(params?: Omit<BufferedMutatorLike, 'tableName'>): TypedBufferedMutator<F, K> {
    return this.typed.getBufferedMutator(params) as unknown as TypedBufferedMutator<F, K>;
  }

  /** Like `Table.row`. */
  row(key: RowKey<K>): TypedRowHandle<F, K, R> {
    return rowHandle(this, key);
  }

  /**
   * Like `Table.history`, with values decoded by the codecs of their columns. Rejects with INVALID_ARGUMENT, which names
   * the column, for a value that its codec cannot read.
   */
  async history<const C extends ColumnOf<FamiliesOf<F>>>(
    row: RowKey<K>,
    column?: C,
    options?: HistoryOptions,
  ): Promise<HistoryEntry<HistoryValueOf<F, C>>[]> {
    const key = this.bytesOf(row);
    const entries = await this.table.history(key, column, options);
    const decode = (family: string, qualifier: string, stored: Uint8Array) =>
      this.codecs.decode(key, row, family, qualifier, stored);
    return typedEntries(entries, decode) as HistoryEntry<HistoryValueOf<F, C>>[];
  }

  /** Like `Table.restore`. */
  async restore(row: RowKey<K>, asOf: TimestampLike, options?: RestoreOptions<ColumnOf<FamiliesOf<F>>>): Promise<void> {
    return this.table.restore(this.bytesOf(row), asOf, options);
  }

  private bytesOf(row: RowKey<K>): Uint8Array {
    return toRow(this.codecs.request<unknown>(row, 'Get'));
  }
}

/** `Table.watch` with its third parameter, which makes the rows that users see, or null to leave one out. */
interface WatchedAs {
  watch<Row>(read: unknown, options: WatchOptions, make: (result: Result) => Row | null): LiveRows<Row>;
}
