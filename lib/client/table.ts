import type { ByteReader } from '../bytes/byte-reader.js';
import { isBytes, notAllowed } from '../bytes/kind.js';
import { decodeInt64 } from '../bytes/numbers.js';
import { invalidArgument } from '../errors.js';
import type { Append } from '../model/append.js';
import type { BytesLike } from '../model/bytes-like.js';
import { type CheckAndMutate, toCheckAndMutate } from '../model/check-and-mutate.js';
import type { CompareOperator } from '../model/compare-operator.js';
import type { Delete, DeleteLike } from '../model/delete.js';
import type { Durability } from '../model/durability.js';
import { type Get, type GetLike, toGet } from '../model/get.js';
import { Increment } from '../model/increment.js';
import { isRecord } from '../model/literal.js';
import type { Put, PutLike } from '../model/put.js';
import type { RestoreOptions } from '../model/restore.js';
import type { RowMutations } from '../model/row-mutations.js';
import { Scan, type ScanLike } from '../model/scan.js';
import type { TableDescriptor } from '../model/schema/table-descriptor.js';
import type { TimestampLike } from '../model/timestamp.js';
import type { Action } from '../service/action-codec.js';
import { Operation } from '../service/client-service.js';
import { errorFromData } from '../service/error-handler.js';
import type { ExplainOptions, Explanation } from '../service/explanation.js';
import { decodeExistsReply, decodeGetReply } from '../service/get-codec.js';
import { decodeMutateReply, type MutationLike, writeMutateRequest } from '../service/mutate-codec.js';
import type { CheckAndMutateResult } from './answers/check-and-mutate-result.js';
import { type Result, readResults } from './answers/result.js';
import { BufferedMutator, type BufferedMutatorLike } from './buffered-mutator.js';
import { type CallOptions, checkOptions } from './calls/call-options.js';
import { countRows } from './calls/count-rows.js';
import { explainRead } from './calls/explain-read.js';
import { inTable } from './calls/in-table.js';
import type { OneOrMany } from './calls/list-call.js';
import { type GetKind, readList, readOne } from './calls/read-list.js';
import { type RequestFormat, UNCHANGED } from './calls/request-format.js';
import {
  type BatchAction,
  type BatchCallback,
  type BatchResult,
  checkChecked,
  runAction,
  runBatch,
} from './calls/run-batch.js';
import { afterPosition } from './calls/scan-position.js';
import type { Session } from './calls/session.js';
import { writeList } from './calls/write-list.js';
import { checkedAppend, checkedDelete, checkedIncrement, checkedPut, checkedRowMutations } from './checked-mutation.js';
import type { LiveRows } from './live/live-rows.js';
import type { Watches, WatchOptions } from './live/watches.js';
import { RegionLocator } from './region-locator.js';
import { restoreRow } from './restore-row.js';
import { ResultScanner } from './result-scanner.js';
import { type RowHandle, rowHandle } from './row-handle.js';
import { type HistoryEntry, type HistoryOptions, readHistory } from './row-history.js';
import type {
  ActionOf,
  AnySchema,
  AppendOf,
  CheckAndMutateOf,
  ColumnOf,
  DeleteOf,
  FamilyOf,
  GetOf,
  IncrementOf,
  PutOf,
  RowMutationsOf,
  ScanOf,
  Unchecked,
} from './schema.js';
import { TableCheckBuilder } from './table-check-builder.js';

/**
 * Reads and writes one table. A Table owns no resources, so you do not need to close it. HBase: `Table`.
 *
 * A call on an unknown table rejects with TABLE_NOT_FOUND, on a disabled one with TABLE_NOT_ENABLED, and one that names
 * an unknown family with NO_SUCH_COLUMN_FAMILY. Every later call sees all acknowledged writes. You may change the
 * arguments of a call as soon as it has returned, and those of a long list once the call has settled.
 *
 * **Order.** The calls of one connection, on any of its tables, start in the order in which they are made, awaited or
 * not. So each call sees everything that earlier calls wrote, and nothing that later calls write. There are two
 * exceptions: a scanner starts with its first read and not with `getScanner`; and a long list of gets, or one with a
 * long answer, is read in parts, so its later gets may see writes made in the meantime. The order in which calls settle
 * is not defined: a long answer arrives in parts and a write may wait for the device, so a call may settle before one
 * that started earlier. If an older answer must not replace a newer one, await each read before you start the next.
 * Calls of different connections are not ordered, except that each sees every write acknowledged before it.
 *
 * `S`: the families, if the compiler knows them.
 *
 * @example
 * const table = await connection.ensureTable({ name: 'webtable', families: ['contents', 'anchor'] });
 * await table.put({ row: 'com.cnn.www', cells: { contents: { html: '<html>...' } } });
 * const result = await table.get('com.cnn.www');
 *
 * @see W-6
 */
export class Table<S = AnySchema> {
  private readonly session: Session;
  private readonly watches: Watches;
  private readonly name: string;
  private readonly format: RequestFormat;

  /** REQUIRES that the name is in its printed form. */
  constructor(session: Session, watches: Watches, name: string, format: RequestFormat = UNCHANGED) {
    this.session = session;
    this.watches = watches;
    this.name = name;
    this.format = format;
  }

  /** The same table, with requests and rows in another format. Used by typed tables. */
  withFormat(format: RequestFormat): Table<S> {
    return new Table(this.session, this.watches, this.name, format);
  }

  /** The printed name: `t` in the namespace `default`, otherwise `ns:t`. */
  getName(): string {
    return this.name;
  }

  /** The table's descriptor, with all attributes. */
  getDescriptor(): Promise<TableDescriptor> {
    return this.session.run(() => this.session.control('alone', 'getDescriptor', this.name));
  }

  /**
   * Writes one or more rows in list order, each row atomically; `connection.atomicBatch` writes all or nothing. The
   * complete list is checked before anything is sent. A long list is sent in several packets, and later calls run after
   * it. Rejects with INVALID_ARGUMENT for a Put without cells, or with a cell above `hbase.client.keyvalue.maxsize`, 10
   * MiB by default. If the engine refuses some Puts of a list, the call rejects with BATCH_FAILED and the others are
   * applied.
   *
   * @see W-1, A-12, W-67, N-38, N-34, W-70
   */
  put(put: OneOrMany<PutOf<S>>, options: CallOptions = {}): Promise<void> {
    const { maxCellSize } = this.session;
    const check = (like: Put | PutLike) => checkedPut(this.format.request(like, 'Put'), maxCellSize);
    return this.write(put as OneOrMany<Put | PutLike>, check, options);
  }

  /**
   * Deletes from one or more rows, in the same way as `put` writes. Deleting a cell that does not exist succeeds. The
   * list itself is not changed.
   *
   * @see W-25, A-11
   */
  delete(remove: OneOrMany<DeleteOf<S>>, options: CallOptions = {}): Promise<void> {
    const check = (like: Delete | DeleteLike) => checkedDelete(this.format.request(like, 'Delete'));
    return this.write(remove as OneOrMany<Delete | DeleteLike>, check, options);
  }

  /**
   * The requested row; an empty Result if the row does not exist. Text or bytes request all families of that row.
   *
   * @see R-5
   */
  get(get: Get | GetOf<S> | BytesLike): Promise<Result>;
  /** Like the overload above, for a literal typed as a GetLike: the compiler does not check its families. */
  get<T extends GetLike>(get: T & Unchecked<T>): Promise<Result>;
  /** The rows of a list, in list order. Rejects with BATCH_FAILED if one of several gets failed. @see W-67, W-70 */
  get(gets: readonly (Get | GetOf<S> | BytesLike)[], options?: CallOptions): Promise<Result[]>;
  get(get: OneOrMany<Get | GetLike | GetOf<S> | BytesLike>, options: CallOptions = {}): Promise<Result | Result[]> {
    return this.read(get as OneOrMany<Get | GetOf<S> | BytesLike>, options, {
      table: this.name,
      existenceOnly: false,
      decode: decodeResults,
    });
  }

  /** Whether a get would find anything. @see R-7 */
  exists(get: Get | GetOf<S> | BytesLike): Promise<boolean>;
  /** Whether each get of a list would find anything, in list order. @see W-67 */
  exists(gets: readonly (Get | GetOf<S> | BytesLike)[], options?: CallOptions): Promise<boolean[]>;
  exists(get: OneOrMany<Get | GetOf<S> | BytesLike>, options: CallOptions = {}): Promise<boolean | boolean[]> {
    return this.read(get, options, { table: this.name, existenceOnly: true, decode: decodeExistsReply });
  }

  /**
   * Returns a scanner over the rows of a scan, by default the whole table. Throws INVALID_ARGUMENT immediately, but
   * sends nothing before the first read.
   */
  getScanner(scan?: Scan | ScanOf<S>, options?: Pick<CallOptions, 'signal'>): ResultScanner;
  /** Like the overload above, for a literal typed as a ScanLike: the compiler does not check its families. */
  getScanner<T extends ScanLike>(scan: T & Unchecked<T>, options?: Pick<CallOptions, 'signal'>): ResultScanner;
  /** Returns a scanner over one family, or one column, of all rows; null is the empty qualifier. */
  getScanner(family: FamilyOf<S>, qualifier?: BytesLike | null): ResultScanner;
  getScanner(first: Scan | ScanLike | ScanOf<S> | BytesLike = {}, second?: unknown): ResultScanner {
    if (typeof first !== 'string' && !isBytes(first)) {
      const { signal } = (second ?? {}) as CallOptions;
      return new ResultScanner(this.session, this.name, new Scan(this.format.request(first, 'Scan') as Scan), signal);
    }
    const scan = new Scan();
    if (second === undefined) scan.addFamily(first);
    else scan.addColumn(first, second as BytesLike | null);
    return new ResultScanner(this.session, this.name, scan, undefined);
  }

  /**
   * Reads rows and keeps them up to date (`LiveRows`): text, bytes or a get read one row, a scan reads a range. An object
   * with a row is a get, one without is a scan. A missing row is an empty list. The engine finds out what a write changes,
   * so a write outside the rows costs next to nothing, and one inside reads only the rows that it touched; only a scan
   * whose filter counts rows, such as PageFilter or WhileMatchFilter, reads all of its rows again.
   *
   * All rows are kept in memory: above 50,000 rows or 64 MiB of cells, it fails with INVALID_OPERATION; pass `limit`, or
   * a smaller range. It also fails if the table does not exist or is dropped (TABLE_NOT_FOUND), with NO_SUCH_COLUMN_FAMILY,
   * with CORRUPTION, and when the connection closes or is lost. After a schema change, `truncateTable` and a change of
   * leader the rows are read again; a disabled table keeps its last rows.
   *
   * Throws INVALID_ARGUMENT for a read whose result a flush or compaction may change without a write (`asOf`,
   * `timeRange`, `timestamp`, `familyTimeRange`, `raw`), or that does not return complete rows (`batch`,
   * `allowPartialResults`, `needCursorResult`, `checkExistenceOnly`). Throws CONNECTION_CLOSED. An aborted `signal`
   * closes the LiveRows.
   */
  watch(read: Get | GetOf<S> | Scan | ScanOf<S> | BytesLike, options?: WatchOptions): LiveRows<Result>;
  /** Like the overload above, for a literal typed as a GetLike or ScanLike: the compiler does not check its families. */
  watch<T extends GetLike | ScanLike>(read: T & Unchecked<T>, options?: WatchOptions): LiveRows<Result>;
  watch(read: unknown, options: WatchOptions = {}, make = (result: Result) => result): LiveRows<Result> {
    const kind = isRecord(read) && !('row' in read) ? 'Scan' : 'Get';
    return this.watches.watch(this.name, this.format.request(read, kind), options, make);
  }

  /**
   * Runs a get, or a scan to its end or limit, and reports its cost instead of its rows: for each family, which store
   * files were read and why the others were skipped, how many cells were visited, and how many blocks came from the
   * medium and from the cache. It counts as an ordinary read and leaves its blocks in the cache. A scan of millions of
   * cells stops at a limit and reports that it did. An object with a row is a get, one without is a scan.
   */
  explain(read: Get | GetOf<S> | Scan | ScanOf<S> | BytesLike, options: ExplainOptions = {}): Promise<Explanation> {
    return this.session.run(() => explainRead(this.session, this.name, read, options, this.format));
  }

  /**
   * The number of rows that a scan returns, counted in the engine, beside other calls and in one state of the table. A
   * row is counted once even if `batch` would split it. `onProgress` reports `cells`. Rejects as a scan does, and with
   * the reason of the signal.
   */
  count(scan: Scan | ScanOf<S> = {} as ScanOf<S>, options: CallOptions = {}): Promise<number> {
    return this.session.run(async () => {
      const own = new Scan(this.format.request(scan, 'Scan') as Scan);
      return countRows(this.session, this.name, afterPosition(this.name, own), options);
    });
  }

  /**
   * Adds to counters of one row, atomically, and returns their new values, or an empty Result with `returnResults:
   * false`. If a value is not 8 bytes wide, rejects with INVALID_OPERATION and changes nothing.
   *
   * @see W-31 … W-37
   */
  increment(increment: IncrementOf<S>): Promise<Result> {
    return this.session.run(() =>
      this.act<Result>(
        inTable(this.name, () => checkedIncrement(this.format.request(increment as Increment, 'Increment'))),
      ),
    );
  }

  /**
   * Appends bytes to values of one row, atomically, and returns the new cells, or an empty Result with `returnResults:
   * false`.
   *
   * @see W-31 … W-37
   */
  append(append: AppendOf<S>): Promise<Result> {
    return this.session.run(() => {
      const checked = inTable(this.name, () => checkedAppend(this.format.request(append as Append, 'Append')));
      return this.act<Result>(checked);
    });
  }

  /**
   * Applies several mutations of one row as one: all of them or, if one fails, none. Each sees the row in its state
   * before the call. Returns the answers of its Increments and Appends, one after the other, not sorted. Rejects with
   * INVALID_ARGUMENT if it is empty or contains a Put without cells.
   *
   * @see W-40, W-41, W-43, N-38
   */
  mutateRow(mutations: RowMutationsOf<S>): Promise<Result> {
    return this.session.run(() => {
      const checked = inTable(this.name, () =>
        checkedRowMutations(this.format.request(mutations, 'RowMutations') as RowMutations),
      );
      return this.act<Result>(checked);
    });
  }

  /**
   * Checks a column of a row and, if it matches the condition, applies an action to that row; the check and the action
   * are one atomic step. Rejects with RUNTIME for a comparison with NO_OP.
   *
   * @see W-50 … W-57
   */
  checkAndMutate(check: CheckAndMutate | CheckAndMutateOf<S>): Promise<CheckAndMutateResult>;
  /**
   * Runs conditions one after the other, in list order; each is atomic on its own. Rejects with BATCH_FAILED as `batch`
   * does.
   *
   * @see W-57
   */
  checkAndMutate(
    checks: readonly (CheckAndMutate | CheckAndMutateOf<S>)[],
    options?: CallOptions,
  ): Promise<CheckAndMutateResult[]>;
  /**
   * Starts a condition on a column of `family`.
   *
   * @deprecated checkAndMutate(check)
   *
   * @see W-57
   */
  checkAndMutate(row: BytesLike, family: FamilyOf<S>): TableCheckBuilder;
  checkAndMutate(
    given: OneOrMany<CheckAndMutate | CheckAndMutateOf<S>> | BytesLike,
    second: CallOptions | BytesLike = {},
  ): Promise<CheckAndMutateResult | CheckAndMutateResult[]> | TableCheckBuilder {
    if (typeof given === 'string' || isBytes(given)) return this.checkBuilder(given, second as BytesLike);
    const options = second as CallOptions;
    return this.session.run<CheckAndMutateResult | CheckAndMutateResult[]>(async () => {
      if (isList(given)) {
        checkOptions(options);
        const converted: RequestFormat = { ...UNCHANGED, row: (result) => this.format.row(result) };
        const checks = given.map((one) =>
          inTable(this.name, () => toCheckAndMutate(this.format.request(one) as CheckAndMutate)),
        );
        return (await runBatch(this.session, this.name, checks, [], options, converted)) as CheckAndMutateResult[];
      }
      const check = inTable(this.name, () => {
        const checked = toCheckAndMutate(this.format.request(given) as CheckAndMutate);
        checkChecked(checked, this.session.maxCellSize);
        return checked;
      });
      return this.act<CheckAndMutateResult>(check);
    });
  }

  /**
   * Runs gets, mutations and conditions of any rows in list order. Each is atomic on its own, has its own timestamp and
   * sees the effects of the earlier ones. Resolves to one result for each: a Result, empty for a Put or Delete, or a
   * CheckAndMutateResult.
   *
   * All of the list is checked before anything is sent. After that, a failure does not stop the others: if some failed,
   * the call rejects with BATCH_FAILED. Its `details.causes` list them, and `details.results`, as well as the list
   * `results` if one is given, contain the result or the error of each action.
   *
   * @see A-12, W-58, W-66
   */
  batch(actions: readonly ActionOf<S>[], results: unknown[] = [], options: CallOptions = {}): Promise<BatchResult[]> {
    return this.runBatch(actions, results, options);
  }

  /**
   * Like `batch`, and also calls `callback` for each action that ran, as soon as its answer arrives. If `callback`
   * throws, the call rejects with that error and sends nothing more.
   */
  batchCallback(
    actions: readonly ActionOf<S>[],
    results: unknown[],
    callback: BatchCallback,
    options: CallOptions = {},
  ): Promise<BatchResult[]> {
    return this.runBatch(actions, results, options, callback);
  }

  /** Adds `amount` to one counter and returns its new value; null is the empty qualifier. @see W-37 */
  incrementColumnValue(
    row: BytesLike,
    family: FamilyOf<S>,
    qualifier: BytesLike | null,
    amount: number | bigint,
    durability: Durability = 'USE_DEFAULT',
  ): Promise<bigint> {
    return this.session.run(async () => {
      const increment = inTable(this.name, () =>
        new Increment(row).addColumn(family, qualifier, amount).setDurability(durability),
      );
      return decodeInt64((await this.act<Result>(increment)).value() as Uint8Array, 0);
    });
  }

  /**
   * Creates a mutator, which collects mutations of this table and sends them together. Throws INVALID_ARGUMENT, and
   * CONNECTION_CLOSED.
   */
  getBufferedMutator(params: Omit<BufferedMutatorLike, 'tableName'> = {}): BufferedMutator {
    this.session.checkOpen();
    return new BufferedMutator(this.session, { ...params, tableName: this.name }, this.format);
  }

  /** The calls of one row, without the row in each of them. Sends nothing. */
  row(key: BytesLike): RowHandle<S> {
    return rowHandle(this, key);
  }

  /**
   * The changes of a row, or of one of its columns or families, newest first: each value that is still stored and each
   * delete. Families keep all of them only with `KEEP_HISTORY`. From others, flushes and compactions remove overwritten
   * and deleted values at any time.
   *
   * The delete of a column applies to its values up to the timestamp of the delete; that of a single version has the
   * timestamp of the version. Equal timestamps of a column: first the delete, then the value that it hides.
   *
   * @see R-50 … R-53
   */
  history(row: BytesLike, column?: ColumnOf<S>, options: HistoryOptions = {}): Promise<HistoryEntry[]> {
    return this.session.run(() => readHistory(this.session, this.name, row, column, options));
  }

  /**
   * Gives the columns of a row the values that a get with this `asOf` returns, in one atomic step: writes the old values
   * again and deletes columns that did not exist. The new cells have a new timestamp, and the history is kept, so a
   * restore can be undone too. Columns whose value has not changed are not written.
   *
   * A column is restored only in a family that has kept every cell since `asOf` or longer: with the attributes of
   * `KEEP_HISTORY` and without a time to live. Otherwise the old value may be gone. Rejects with INVALID_OPERATION, and
   * writes nothing, if another family is named in `columns`, or has a value in this row, deleted or not, and `columns`
   * does not leave it out; if a column has a cell with its own time to live; and if a cell would hide the new ones: one
   * with the largest timestamp or, with `timestamps: 'wall'`, one whose timestamp is not below theirs.
   */
  restore(row: BytesLike, asOf: TimestampLike, options: RestoreOptions<ColumnOf<S>> = {}): Promise<void> {
    return this.session.run(() => restoreRow(this.session, this.name, row, asOf, options));
  }

  /** The locator of the table's rows: all of them are in one region. */
  getRegionLocator(): RegionLocator {
    return new RegionLocator(this.session, this.name);
  }

  /** Does nothing: a Table owns no resources. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Compares `value` with the stored value using `op`, by default EQUAL, and writes the Put if the comparison is true.
   * Returns whether it was.
   *
   * @deprecated checkAndMutate
   *
   * @see W-53, W-57
   */
  checkAndPut(
    row: BytesLike,
    family: FamilyOf<S>,
    qualifier: BytesLike | null,
    value: BytesLike | null,
    put: Put | PutOf<S>,
  ): Promise<boolean>;
  /** @deprecated checkAndMutate */
  checkAndPut(
    row: BytesLike,
    family: FamilyOf<S>,
    qualifier: BytesLike | null,
    op: CompareOperator,
    value: BytesLike | null,
    put: Put | PutOf<S>,
  ): Promise<boolean>;
  async checkAndPut(...given: readonly unknown[]): Promise<boolean> {
    return this.checked(given).thenPut(given.at(-1) as Put);
  }

  /**
   * Like `checkAndPut`, but deletes.
   *
   * @deprecated checkAndMutate
   *
   * @see W-57
   */
  checkAndDelete(
    row: BytesLike,
    family: FamilyOf<S>,
    qualifier: BytesLike | null,
    value: BytesLike | null,
    remove: Delete | DeleteOf<S>,
  ): Promise<boolean>;
  /** @deprecated checkAndMutate */
  checkAndDelete(
    row: BytesLike,
    family: FamilyOf<S>,
    qualifier: BytesLike | null,
    op: CompareOperator,
    value: BytesLike | null,
    remove: Delete | DeleteOf<S>,
  ): Promise<boolean>;
  async checkAndDelete(...given: readonly unknown[]): Promise<boolean> {
    return this.checked(given).thenDelete(given.at(-1) as Delete);
  }

  private runBatch(
    actions: readonly ActionOf<S>[],
    results: unknown[],
    options: CallOptions,
    callback?: BatchCallback,
  ): Promise<BatchResult[]> {
    return this.session.run(() => {
      checkOptions(options);
      if (!isList(actions) || !isList(results) || Object.isFrozen(results))
        throw invalidArgument('batch needs a list of actions, and a writable array for the results');
      if (callback !== undefined && typeof callback !== 'function')
        throw notAllowed('callback', 'a function', callback);
      return runBatch(
        this.session,
        this.name,
        actions.slice() as BatchAction[],
        results,
        options,
        this.format,
        callback,
      );
    });
  }

  /** The arguments of the older calls: row, family, qualifier, optionally an operator, and value. */
  private checked(given: readonly unknown[]): TableCheckBuilder {
    const [row, family, qualifier] = given as [BytesLike, BytesLike, BytesLike | null];
    const op = given.length > 5 ? (given[3] as CompareOperator) : 'EQUAL';
    return this.checkBuilder(row, family)
      .qualifier(qualifier)
      .ifMatches(op, given.at(-2) as BytesLike | null);
  }

  private checkBuilder(row: BytesLike, family: BytesLike): TableCheckBuilder {
    return new TableCheckBuilder(row, family, async (build) => this.checkAndMutate(inTable(this.name, build)));
  }

  private write<T extends Put | PutLike | Delete | DeleteLike>(
    given: OneOrMany<T>,
    check: (element: T) => MutationLike,
    options: CallOptions,
  ): Promise<void> {
    const { session, name } = this;
    return session.run(async () => {
      checkOptions(options);
      const checked = (element: T) => inTable(name, () => check(element));
      if (isList(given)) return writeList(session, name, given.slice(), checked, options);
      const { scratch, batcher } = session;
      writeMutateRequest(scratch, name, checked(given));
      const [failure] = decodeMutateReply(await batcher.call(Operation.Mutate, scratch.written(), 'write'));
      if (failure !== undefined) throw errorFromData(failure.error);
    });
  }

  private read<R>(
    given: OneOrMany<Get | GetOf<S> | BytesLike>,
    options: CallOptions,
    kind: GetKind<R>,
  ): Promise<R | R[]> {
    const { session } = this;
    const check = (get: Get | GetOf<S> | BytesLike) => toGet(this.format.request(get, 'Get') as Get);
    return session.run<R | R[]>(() => {
      checkOptions(options);
      return isList(given)
        ? readList(session, given.slice(), check, kind, options)
        : readOne(session, check(given), kind);
    });
  }

  private act<R extends BatchResult>(action: Action): Promise<R> {
    return runAction(this.session, this.name, action, this.format) as Promise<R>;
  }
}

function isList<T>(given: OneOrMany<T>): given is readonly T[] {
  return Array.isArray(given);
}

function decodeResults(reply: ByteReader): Result[] {
  return readResults(decodeGetReply(reply));
}
