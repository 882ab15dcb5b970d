import type { ByteReader } from '../bytes/byte-reader.js';
import { isBytes, notAllowed } from '../bytes/kind.js';
import { decodeInt64 } from '../bytes/numbers.js';
import { invalidArgument } from '../errors.js';
import { type Append, toAppend, validateAppend } from '../model/append.js';
import type { BytesLike } from '../model/bytes-like.js';
import { type CheckAndMutate, toCheckAndMutate } from '../model/check-and-mutate.js';
import type { CompareOperator } from '../model/compare-operator.js';
import { type Delete, type DeleteLike, toDelete } from '../model/delete.js';
import { type Get, type GetLike, toGet } from '../model/get.js';
import { Increment, toIncrement, validateIncrement } from '../model/increment.js';
import type { Durability } from '../model/mutation.js';
import { type Put, type PutLike, toPut } from '../model/put.js';
import { RowMutations } from '../model/row-mutations.js';
import { Scan, type ScanLike } from '../model/scan.js';
import type { TableDescriptor } from '../model/table-descriptor.js';
import { validatePut } from '../model/validate-put.js';
import type { Action } from '../service/action-codec.js';
import { Operation } from '../service/client-service.js';
import { errorFromData } from '../service/error-handler.js';
import type { ExplainOptions, Explanation } from '../service/explanation.js';
import { decodeExistsReply, decodeGetReply } from '../service/get-codec.js';
import { decodeMutateReply, type MutationLike, writeMutateRequest } from '../service/mutate-codec.js';
import type { CheckAndMutateResult } from './answers/check-and-mutate-result.js';
import { type Result, readResults } from './answers/result.js';
import { type CallOptions, checkOptions } from './calls/call-options.js';
import { explainRead } from './calls/explain-read.js';
import { inTable } from './calls/in-table.js';
import { type GetKind, readList, readOne } from './calls/read-list.js';
import {
  type BatchAction,
  type BatchCallback,
  type BatchResult,
  checkChecked,
  checkPuts,
  runAction,
  runBatch,
} from './calls/run-batch.js';
import type { Session } from './calls/session.js';
import { writeList } from './calls/write-list.js';
import { RegionLocator } from './region-locator.js';
import { ResultScanner } from './result-scanner.js';
import type {
  ActionOf,
  AnySchema,
  AppendOf,
  CheckAndMutateOf,
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

/** One element or a list of them. */
type OneOrMany<T> = T | readonly T[];

/**
 * Reads and writes one table; holds nothing and needs no closing. HBase: `Table`.
 *
 * A call on an unknown table rejects with TABLE_NOT_FOUND, on a disabled one with TABLE_NOT_ENABLED, one that names an
 * unknown family with NO_SUCH_COLUMN_FAMILY. What was acknowledged is seen by every later call. The arguments of a call
 * may be changed as soon as it has returned; those of a long list when it has settled.
 *
 * **Order.** The calls of one connection, on whichever of its tables, start in the order in which they are made, awaited or not. So each
 * sees everything that the calls before it wrote, and nothing that those after it write. There are two exceptions: a
 * scanner starts with its first read and not with `getScanner`, and a long list of gets, or one with a long answer, is
 * read in parts, so that its later gets may see what was written meanwhile. The order in which calls settle is not
 * defined: a long answer arrives in parts and a write may wait for the device, so a call may settle before one that
 * started earlier. Where an older answer must not replace a newer one, await each read before you start the next. Calls
 * of different connections are not ordered, except that each sees every write acknowledged before it.
 *
 * `S`: the families, where the compiler knows them.
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
  private readonly name: string;

  /** REQUIRES a name in its printed form. */
  constructor(session: Session, name: string) {
    this.session = session;
    this.name = name;
  }

  /** `t` in the namespace `default`, else `ns:t`. */
  getName(): string {
    return this.name;
  }

  /** All attributes of the table. */
  getDescriptor(): Promise<TableDescriptor> {
    return this.session.run(() => this.session.control('alone', 'getDescriptor', this.name));
  }

  /**
   * Writes one row, or many, each atomic by itself, in list order; `connection.atomicBatch` writes all or nothing. A
   * list is checked as a whole before anything is sent; a long one travels in packets, and calls made behind it run
   * behind it. Rejects with INVALID_ARGUMENT for a Put without cells or with one above `hbase.client.keyvalue.maxsize`,
   * 10 MiB if the database says nothing. When the engine refuses some Puts of a list it rejects with BATCH_FAILED: the
   * others are applied.
   *
   * @see W-1, A-12, W-67, N-38, N-34, W-70
   */
  put(put: OneOrMany<PutOf<S>>, options: CallOptions = {}): Promise<void> {
    const { maxCellSize } = this.session;
    return this.write(put as OneOrMany<Put | PutLike>, (like) => checkedPut(like, maxCellSize), options);
  }

  /**
   * Deletes in one row, or in many, as `put` writes. Deleting what is not there succeeds. The list is left alone.
   *
   * @see W-25, A-11
   */
  delete(remove: OneOrMany<DeleteOf<S>>, options: CallOptions = {}): Promise<void> {
    return this.write(remove as OneOrMany<Delete | DeleteLike>, checkedDelete, options);
  }

  /**
   * The row that is asked for; an empty Result when there is none. A text or bytes: all families of that row.
   *
   * @see R-5
   */
  get(get: Get | GetOf<S> | BytesLike): Promise<Result>;
  /** As above, of a literal typed as a GetLike: its families are not checked by the compiler. */
  get<T extends GetLike>(get: T & Unchecked<T>): Promise<Result>;
  /** The rows of a list, in list order. Rejects with BATCH_FAILED when one of several failed. @see W-67, W-70 */
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
  /** The same for each of a list, in list order. @see W-67 */
  exists(gets: readonly (Get | GetOf<S> | BytesLike)[], options?: CallOptions): Promise<boolean[]>;
  exists(get: OneOrMany<Get | GetOf<S> | BytesLike>, options: CallOptions = {}): Promise<boolean | boolean[]> {
    return this.read(get, options, { table: this.name, existenceOnly: true, decode: decodeExistsReply });
  }

  /** Reads the rows of a scan; without one the whole table. Throws INVALID_ARGUMENT at once; sends nothing yet. */
  getScanner(scan?: Scan | ScanOf<S>, options?: Pick<CallOptions, 'signal'>): ResultScanner;
  /** As above, of a literal typed as a ScanLike: its families are not checked by the compiler. */
  getScanner<T extends ScanLike>(scan: T & Unchecked<T>, options?: Pick<CallOptions, 'signal'>): ResultScanner;
  /** Reads one family, or one column, of all rows; null is the empty qualifier. */
  getScanner(family: FamilyOf<S>, qualifier?: BytesLike | null): ResultScanner;
  getScanner(first: Scan | ScanLike | ScanOf<S> | BytesLike = {}, second?: unknown): ResultScanner {
    if (typeof first !== 'string' && !isBytes(first)) {
      const { signal } = (second ?? {}) as CallOptions;
      return new ResultScanner(this.session, this.name, new Scan(first as Scan), signal);
    }
    const scan = new Scan();
    if (second === undefined) scan.addFamily(first);
    else scan.addColumn(first, second as BytesLike | null);
    return new ResultScanner(this.session, this.name, scan, undefined);
  }

  /**
   * Runs a get, or a scan up to its end or limit, and tells what that took instead of what it gives: family by family
   * which store files were read and why the others were not, how many cells were looked at, and how many blocks came
   * from the medium and from the cache. It counts as a read like any other, and leaves its blocks in the cache. A scan
   * of millions of cells stops at a bound and says so. An object with a row is a get, one without a scan.
   */
  explain(read: Get | GetOf<S> | Scan | ScanOf<S> | BytesLike, options: ExplainOptions = {}): Promise<Explanation> {
    return this.session.run(() => explainRead(this.session, this.name, read, options));
  }

  /**
   * Adds to counters of one row, atomically, and gives their new values, or an empty Result with `returnResults:
   * false`. Rejects with INVALID_OPERATION when a value is not 8 bytes wide; nothing is changed then.
   *
   * @see W-31 … W-37
   */
  increment(increment: IncrementOf<S>): Promise<Result> {
    return this.session.run(() => this.add(inTable(this.name, () => toIncrement(increment as Increment))));
  }

  /**
   * Puts bytes behind values of one row, atomically, and gives the new cells, or an empty Result with `returnResults:
   * false`.
   *
   * @see W-31 … W-37
   */
  append(append: AppendOf<S>): Promise<Result> {
    return this.session.run(() => {
      const checked = inTable(this.name, () => toAppend(append as Append));
      validateAppend(checked);
      return this.act<Result>(checked);
    });
  }

  /**
   * Applies several mutations of one row as one: all of them or, when one fails, none. Each sees the row as it was
   * before. Gives what its Increments and Appends answer, one after the other, not sorted. Rejects with
   * INVALID_ARGUMENT when it is empty or has a Put without cells.
   *
   * @see W-40, W-41, W-43, N-38
   */
  mutateRow(mutations: RowMutationsOf<S>): Promise<Result> {
    return this.session.run(() => {
      const checked =
        mutations instanceof RowMutations
          ? mutations
          : inTable(this.name, () => new RowMutations(mutations as RowMutations));
      if (checked.mutations.length === 0) throw invalidArgument('mutateRow needs at least one mutation');
      checkPuts(checked, 1);
      return this.act<Result>(checked);
    });
  }

  /**
   * Looks at one column and applies an action to its row when it is as expected; nobody can come between. Rejects with
   * RUNTIME for a comparison by NO_OP.
   *
   * @see W-50 … W-57
   */
  checkAndMutate(check: CheckAndMutate | CheckAndMutateOf<S>): Promise<CheckAndMutateResult>;
  /**
   * One after the other, in list order; each is atomic by itself. Rejects with BATCH_FAILED as `batch` does.
   *
   * @see W-57
   */
  checkAndMutate(
    checks: readonly (CheckAndMutate | CheckAndMutateOf<S>)[],
    options?: CallOptions,
  ): Promise<CheckAndMutateResult[]>;
  /**
   * Begins a condition on a column of `family`.
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
        const checks = given.map((one) => inTable(this.name, () => toCheckAndMutate(one as CheckAndMutate)));
        return (await runBatch(this.session, this.name, checks, [], options)) as CheckAndMutateResult[];
      }
      const check = inTable(this.name, () => {
        const checked = toCheckAndMutate(given as CheckAndMutate);
        checkChecked(checked, this.session.maxCellSize);
        return checked;
      });
      return this.act<CheckAndMutateResult>(check);
    });
  }

  /**
   * Runs gets, mutations and conditions of any rows in list order, each atomic by itself and with a time of its own;
   * each sees what those before it did. Gives what came of each: a Result, empty for a Put or Delete, or a
   * CheckAndMutateResult.
   *
   * All of it is checked before anything is sent. Then one failure does not stop the others: when some failed it
   * rejects with BATCH_FAILED, whose `details.causes` say which, and `details.results`, as well as the list `results`
   * if one is given, hold the result or the error of each.
   *
   * @see A-12, W-58, W-66
   */
  batch(actions: readonly ActionOf<S>[], results: unknown[] = [], options: CallOptions = {}): Promise<BatchResult[]> {
    return this.runBatch(actions, results, options);
  }

  /**
   * As `batch`, and tells `callback` of each action that ran as soon as its answer is there. Rejects with what
   * `callback` throws; then nothing more is sent.
   */
  batchCallback(
    actions: readonly ActionOf<S>[],
    results: unknown[],
    callback: BatchCallback,
    options: CallOptions = {},
  ): Promise<BatchResult[]> {
    return this.runBatch(actions, results, options, callback);
  }

  /** Adds `amount` to one counter and gives its new value; null is the empty qualifier. @see W-37 */
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
      return decodeInt64((await this.add(increment)).value() as Uint8Array, 0);
    });
  }

  /** Where the table's rows are: in one region. */
  getRegionLocator(): RegionLocator {
    return new RegionLocator(this.session, this.name);
  }

  /** Does nothing: a Table holds nothing. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Puts when `value` stands to the stored value as `op` says, EQUAL unless told, and gives whether it did.
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
   * Deletes, otherwise as `checkAndPut`.
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
      return runBatch(this.session, this.name, actions.slice() as BatchAction[], results, options, callback);
    });
  }

  /** Row, family, qualifier, perhaps an operator, and value, as the older calls take them. */
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
    const check = toGet as (get: Get | GetOf<S> | BytesLike) => Get;
    return session.run<R | R[]>(() => {
      checkOptions(options);
      return isList(given)
        ? readList(session, given.slice(), check, kind, options)
        : readOne(session, check(given), kind);
    });
  }

  private add(increment: Increment): Promise<Result> {
    validateIncrement(increment);
    return this.act(increment);
  }

  private act<R extends BatchResult>(action: Action): Promise<R> {
    return runAction(this.session, this.name, action) as Promise<R>;
  }
}

function isList<T>(given: OneOrMany<T>): given is readonly T[] {
  return Array.isArray(given);
}

function checkedPut(like: Put | PutLike, maxCellSize: number): Put {
  const put = toPut(like);
  validatePut(put, maxCellSize);
  return put;
}

function checkedDelete(like: Delete | DeleteLike): Delete {
  // A row alone would delete all of it, which must be said in so many words.
  if (typeof like !== 'object' || isBytes(like))
    throw invalidArgument('delete needs a Delete or its literal { row, … }');
  return toDelete(like);
}

function decodeResults(reply: ByteReader): Result[] {
  return readResults(decodeGetReply(reply));
}
