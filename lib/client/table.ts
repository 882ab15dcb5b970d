import type { ByteReader } from '../bytes/byte-reader.js';
import { isBytes } from '../bytes/kind.js';
import { decodeInt64 } from '../bytes/numbers.js';
import { invalidArgument } from '../errors.js';
import type { BytesLike } from '../model/bytes-like.js';
import { type Delete, type DeleteLike, toDelete } from '../model/delete.js';
import { type Get, toGet } from '../model/get.js';
import { Increment, toIncrement, validateIncrement } from '../model/increment.js';
import type { Durability } from '../model/mutation.js';
import { type Put, type PutLike, toPut, validatePut } from '../model/put.js';
import { Scan } from '../model/scan.js';
import type { TableDescriptor } from '../model/table-descriptor.js';
import { Operation } from '../service/client-service.js';
import { errorFromData } from '../service/error-handler.js';
import { decodeExistsReply, decodeGetReply } from '../service/get-codec.js';
import { encodeIncrement } from '../service/increment-codec.js';
import { decodeMutateReply, MutateRequestWriter, type MutationLike } from '../service/mutate-codec.js';
import { readResultBlock } from '../service/result-block.js';
import { type CallOptions, throwIfAborted } from './call-options.js';
import { type GetKind, readList, readOne } from './read-list.js';
import { type Result, readResults } from './result.js';
import { ResultScanner } from './result-scanner.js';
import type { AnySchema, DeleteOf, FamilyOf, GetOf, IncrementOf, PutOf, ScanOf } from './schema.js';
import type { Session } from './session.js';
import { writeList } from './write-list.js';

/** One element or a list of them. */
type OneOrMany<T> = T | readonly T[];

/**
 * Reads and writes one table; holds nothing and needs no closing. HBase: `Table`.
 *
 * A call on an unknown table rejects with TABLE_NOT_FOUND, on a disabled one with TABLE_NOT_ENABLED, one that names an unknown
 * family with NO_SUCH_COLUMN_FAMILY. What was acknowledged is seen by every later call (W-6). The arguments of a call may be
 * changed as soon as it has returned; those of a long list when it has settled.
 *
 * `S`: the families, where the compiler knows them.
 *
 * @example
 * const table = await connection.ensureTable({ name: 'webtable', families: ['contents', 'anchor'] });
 * await table.put({ row: 'com.cnn.www', cells: { contents: { html: '<html>...' } } });
 * const result = await table.get('com.cnn.www');
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
   * Writes one row, or many, each atomic by itself, in list order (W-1, A-12). A list is checked as a whole before anything is
   * sent (W-67); a long one travels in packets, and calls made behind it run behind it. Rejects with INVALID_ARGUMENT
   * for a Put without cells or with one above 10 MiB (N-38, N-34). When the engine refuses some Puts of a list it rejects
   * with BATCH_FAILED: the others are applied (W-70).
   */
  put(put: OneOrMany<Put | PutOf<S>>, options: CallOptions = {}): Promise<void> {
    return this.write(put as OneOrMany<Put | PutLike>, checkedPut, options);
  }

  /**
   * Deletes in one row, or in many, as `put` writes. Deleting what is not there succeeds (W-25). The list is left alone.
   */
  delete(remove: OneOrMany<Delete | DeleteOf<S>>, options: CallOptions = {}): Promise<void> {
    return this.write(remove as OneOrMany<Delete | DeleteLike>, checkedDelete, options);
  }

  /** The row that is asked for; an empty Result when there is none. A text or bytes: all families of that row. */
  get(get: Get | GetOf<S> | BytesLike): Promise<Result>;
  /** The rows of a list, in list order (W-67). Rejects with BATCH_FAILED when one of several failed (W-70). */
  get(gets: readonly (Get | GetOf<S> | BytesLike)[], options?: CallOptions): Promise<Result[]>;
  get(get: OneOrMany<Get | GetOf<S> | BytesLike>, options: CallOptions = {}): Promise<Result | Result[]> {
    return this.read(get, options, { table: this.name, existenceOnly: false, decode: decodeResults });
  }

  /** Whether a get would find anything. */
  exists(get: Get | GetOf<S> | BytesLike): Promise<boolean>;
  /** The same for each of a list, in list order (W-67). */
  exists(gets: readonly (Get | GetOf<S> | BytesLike)[], options?: CallOptions): Promise<boolean[]>;
  exists(get: OneOrMany<Get | GetOf<S> | BytesLike>, options: CallOptions = {}): Promise<boolean | boolean[]> {
    return this.read(get, options, { table: this.name, existenceOnly: true, decode: decodeExistsReply });
  }

  /** Reads the rows of a scan; without one the whole table. Throws INVALID_ARGUMENT at once; sends nothing yet. */
  getScanner(scan?: Scan | ScanOf<S>, options?: Pick<CallOptions, 'signal'>): ResultScanner;
  /** Reads one family, or one column, of all rows; null is the empty qualifier. */
  getScanner(family: FamilyOf<S>, qualifier?: BytesLike | null): ResultScanner;
  getScanner(first: Scan | ScanOf<S> | BytesLike = {}, second?: unknown): ResultScanner {
    if (typeof first !== 'string' && !isBytes(first)) {
      const { signal } = (second ?? {}) as CallOptions;
      return new ResultScanner(this.session, this.name, new Scan(first), signal);
    }
    const scan = new Scan();
    if (second === undefined) scan.addFamily(first);
    else scan.addColumn(first, second as BytesLike | null);
    return new ResultScanner(this.session, this.name, scan, undefined);
  }

  /**
   * Adds to counters of one row, atomically, and gives their new values, or an empty Result with `returnResults: false`
   * (W-31 … W-37). Rejects with INVALID_OPERATION when a value is not 8 bytes wide; nothing is changed then (W-32).
   */
  increment(increment: Increment | IncrementOf<S>): Promise<Result> {
    return this.session.run(() => this.add(toIncrement(increment as Increment)));
  }

  /** Adds `amount` to one counter and gives its new value (W-37); null is the empty qualifier. */
  incrementColumnValue(
    row: BytesLike,
    family: FamilyOf<S>,
    qualifier: BytesLike | null,
    amount: number | bigint,
    durability: Durability = 'USE_DEFAULT',
  ): Promise<bigint> {
    return this.session.run(async () => {
      const increment = new Increment(row).addColumn(family, qualifier, amount).setDurability(durability);
      return decodeInt64((await this.add(increment)).value() as Uint8Array, 0);
    });
  }

  /** Does nothing: a Table holds nothing. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  private write<T extends Put | PutLike | Delete | DeleteLike>(
    given: OneOrMany<T>,
    check: (element: T) => MutationLike,
    options: CallOptions,
  ): Promise<void> {
    const { session, name } = this;
    return session.run(async () => {
      if (isList(given)) return writeList(session, name, given.slice(), check, options);
      throwIfAborted(options.signal);
      const writer = new MutateRequestWriter(name);
      writer.add(check(given));
      const [failure] = decodeMutateReply(await session.batcher.call(Operation.Mutate, writer.finish(), 'write'));
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
    return session.run<R | R[]>(() =>
      isList(given) ? readList(session, given.slice(), check, kind, options) : readOne(session, check(given), kind),
    );
  }

  private async add(increment: Increment): Promise<Result> {
    validateIncrement(increment);
    const request = encodeIncrement(this.name, increment);
    const reply = await this.session.batcher.call(Operation.Increment, request, 'write');
    return readResults(readResultBlock(reply), true)[0] as Result;
  }
}

function isList<T>(given: OneOrMany<T>): given is readonly T[] {
  return Array.isArray(given);
}

function checkedPut(like: Put | PutLike): Put {
  const put = toPut(like);
  validatePut(put);
  return put;
}

function checkedDelete(like: Delete | DeleteLike): Delete {
  // A row alone would delete all of it, which must be said in so many words.
  if (typeof like !== 'object' || isBytes(like))
    throw invalidArgument('delete takes a Delete or its literal { row, … }');
  return toDelete(like);
}

function decodeResults(reply: ByteReader): Result[] {
  return readResults(decodeGetReply(reply));
}
