import type { BytesLike } from '../model/bytes-like.js';
import { type Get, type GetLike, toGet } from '../model/get.js';
import type { RowMutation, RowMutations } from '../model/row-mutations.js';
import { Scan } from '../model/scan.js';
import type { Result } from './answers/result.js';
import { type AtomicTable, readTable } from './calls/atomic-batch.js';
import { inTable } from './calls/in-table.js';
import type { OneOrMany } from './calls/list-call.js';
import { type RequestFormat, UNCHANGED } from './calls/request-format.js';
import type { TransactionCalls } from './calls/transaction-calls.js';
import { checkedAppend, checkedDelete, checkedIncrement, checkedPut, checkedRowMutations } from './checked-mutation.js';
import type { FamilyDefinitions } from './family-definition.js';
import type { AnyIndexes } from './index-definition.js';
import type { AnySchema, AppendOf, DeleteOf, GetOf, IncrementOf, PutOf, RowMutationsOf, ScanOf } from './schema.js';
import type { Table } from './table.js';
import type { TableCodecs } from './table-codecs.js';
import type { AnyKey } from './typed-key.js';
import type { Declared, TypedPut } from './typed-put.js';
import type {
  AnyGet,
  TypedAppend,
  TypedDelete,
  TypedIncrement,
  TypedRowMutations,
  TypedScan,
} from './typed-request.js';
import type { FoundRow, TypedRow } from './typed-row.js';
import type { TypedTable } from './typed-table.js';

/**
 * A table in a transaction. Reads return what they would return outside of it; writes are gathered and return nothing.
 * A read of a row that the transaction has written, and a scan over one, reject with INVALID_STATE: read first.
 */
export interface TransactionTable<S = AnySchema> {
  /** Like `Table.get`. */
  get(get: Get | GetOf<S> | BytesLike): Promise<Result>;
  get(gets: readonly (Get | GetOf<S> | BytesLike)[]): Promise<Result[]>;
  /** Like `Table.exists`. */
  exists(get: Get | GetOf<S> | BytesLike): Promise<boolean>;
  exists(gets: readonly (Get | GetOf<S> | BytesLike)[]): Promise<boolean[]>;
  /** All rows of a scan, by default of the whole table. Rejects with INVALID_ARGUMENT for parts of rows and cursors. */
  scan(scan?: Scan | ScanOf<S>): Promise<Result[]>;
  /** Like `Table.put`. */
  put(put: OneOrMany<PutOf<S>>): void;
  /** Like `Table.delete`. */
  delete(remove: OneOrMany<DeleteOf<S>>): void;
  /** Like `Table.increment`, without its result. */
  increment(increment: IncrementOf<S>): void;
  /** Like `Table.append`, without its result. */
  append(append: AppendOf<S>): void;
  /** Like `Table.mutateRow`, without its result. */
  mutateRow(mutations: RowMutationsOf<S>): void;
}

/** A typed table in a transaction; see `TransactionTable`. */
export interface TypedTransactionTable<F extends FamilyDefinitions, K extends AnyKey, R> {
  /** Like `TypedTable.get`. */
  get(get: AnyGet<F, K>): Promise<TypedRow<F, K> | R>;
  get(gets: readonly AnyGet<F, K>[]): Promise<(TypedRow<F, K> | R)[]>;
  /** Like `TypedTable.exists`. */
  exists(get: AnyGet<F, K>): Promise<boolean>;
  exists(gets: readonly AnyGet<F, K>[]): Promise<boolean[]>;
  /** All rows of a scan, by default of the whole table. */
  scan(scan?: Scan | TypedScan<F, K>): Promise<(FoundRow<F, K> | R)[]>;
  /** Like `TypedTable.put`. */
  put<P extends OneOrMany<TypedPut<F, K>>>(put: P & Declared<F, P, OneOrMany<TypedPut<F, K>>>): void;
  /** Like `TypedTable.delete`. */
  delete(remove: OneOrMany<TypedDelete<F, K>>): void;
  /** Like `TypedTable.increment`, without its result. */
  increment(increment: TypedIncrement<F, K>): void;
  /** Like `TypedTable.append`, without its result. */
  append(append: TypedAppend<F, K>): void;
  /** Like `TypedTable.mutateRow`, without its result. */
  mutateRow<M extends TypedRowMutations<F, K>>(mutations: M & Declared<F, M, TypedRowMutations<F, K>>): void;
}

/**
 * What the function of `Connection.transact` reads and writes with. It can be used until that function returns; later
 * calls fail with INVALID_STATE.
 */
export class Transaction {
  private readonly calls: TransactionCalls;

  constructor(calls: TransactionCalls) {
    this.calls = calls;
  }

  /** A table of this connection: the object that `ensureTable` or `getTable` returned, or its name. */
  table<F extends FamilyDefinitions, K extends AnyKey, R, I extends AnyIndexes>(
    table: TypedTable<F, K, R, I>,
  ): TypedTransactionTable<F, K, R>;
  table<S>(table: Table<S>): TransactionTable<S>;
  table(table: string): TransactionTable;
  table(table: AtomicTable): unknown {
    const { name, format } = readTable(table);
    return new ReadsAndWrites(this.calls, name, format);
  }
}

/** Implements TransactionTable and TypedTransactionTable. */
class ReadsAndWrites {
  private readonly calls: TransactionCalls;
  private readonly name: string;
  private readonly format: RequestFormat;
  /** Null if values are bytes. */
  private readonly codecs: TableCodecs<FamilyDefinitions, AnyKey, unknown> | null;

  constructor(calls: TransactionCalls, name: string, format: RequestFormat) {
    this.calls = calls;
    this.name = name;
    this.format = format;
    this.codecs = format === UNCHANGED ? null : (format as TableCodecs<FamilyDefinitions, AnyKey, unknown>);
  }

  get(given: unknown): Promise<unknown> {
    return this.read(given, async (get) => this.format.row(await this.calls.get(this.name, get)));
  }

  exists(given: unknown): Promise<unknown> {
    return this.read(given, (get) => this.calls.exists(this.name, get));
  }

  async scan(given: unknown = {}): Promise<unknown[]> {
    const scan = new Scan(this.format.request(given, 'Scan') as Scan);
    const results = await this.calls.scan(this.name, scan);
    const { codecs } = this;
    return codecs === null ? results : results.map((row) => codecs.read(row)).filter((row) => row !== null);
  }

  put(given: unknown): void {
    const { maxCellSize } = this.calls;
    for (const put of listOf(given))
      this.write(() => checkedPut(this.format.request(put, 'Put') as never, maxCellSize));
  }

  delete(given: unknown): void {
    for (const remove of listOf(given)) this.write(() => checkedDelete(this.format.request(remove, 'Delete') as never));
  }

  increment(given: unknown): void {
    this.write(() => checkedIncrement(this.format.request(given, 'Increment')));
  }

  append(given: unknown): void {
    this.write(() => checkedAppend(this.format.request(given, 'Append')));
  }

  mutateRow(given: unknown): void {
    this.write(() => checkedRowMutations(this.format.request(given, 'RowMutations') as never));
  }

  private async read<T>(given: unknown, read: (get: Get) => Promise<T>): Promise<T | T[]> {
    const readable = this.codecs?.readable(given) ?? given;
    const one = (get: unknown) => read(toGet(this.format.request(get, 'Get') as GetLike));
    return Array.isArray(readable) ? Promise.all(readable.map(one)) : one(readable);
  }

  private write(check: () => RowMutation | RowMutations): void {
    this.calls.write(this.name, inTable(this.name, check));
  }
}

function listOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [given];
}
