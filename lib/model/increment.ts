import { compareBytes } from '../bytes/compare.js';
import { notAllowed } from '../bytes/kind.js';
import { decodeInt64, encodeInt64, wrapInt64 } from '../bytes/numbers.js';
import { toStringBinary } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import { BytesMap } from './bytes-map.js';
import type { Cell } from './cell.js';
import { CellType } from './cell-type.js';
import { readParts, readRequest, toBoolean, unlessDefault } from './literal.js';
import { Mutation, type Writable } from './mutation.js';
import { COMMON_NAMES, type ReadModifyWriteLike } from './read-modify-write.js';
import { ALL_TIME, readTimeRange, type TimeRange, timeRangeLiteral, toTimeRange } from './time-range.js';
import { LATEST_TIMESTAMP, type TimestampLike } from './timestamp.js';
import { atColumn } from './value-place.js';

/** An amount of an Increment literal. */
export interface AmountLike {
  readonly family: BytesLike;
  /** Default: the empty qualifier. */
  readonly qualifier?: BytesLike;
  /** A safe integer, or a `bigint` of 64 bits. */
  readonly amount: number | bigint;
}

/** An Increment as a literal. */
export interface IncrementLike extends ReadModifyWriteLike {
  readonly kind?: 'Increment';
  /** Amounts by family and qualifier, or as a list, in which names may be bytes. */
  readonly amounts:
    | { readonly [family: string]: { readonly [qualifier: string]: number | bigint } }
    | readonly AmountLike[];
}

/** An amount in an Increment. Valid as long as the Increment; read-only. */
export interface IncrementAmount {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  readonly amount: bigint;
}

const NAMES = ['amounts', ...COMMON_NAMES] as const satisfies readonly (keyof IncrementLike)[];
const AMOUNT_NAMES = ['family', 'qualifier', 'amount'] as const satisfies readonly (keyof AmountLike)[];

const AMOUNTS = 'a safe integer or a 64-bit bigint';

/**
 * Adds amounts to counters of one row, atomically. Each counter is an 8-byte number (`Bytes.toLong`), starts at 0 and
 * wraps modulo 2^64.
 *
 * The row is 1 … 32767 bytes, else INVALID_ARGUMENT. The timestamp of the new cell is the current time or the old
 * cell's timestamp + 1, whichever is larger; the Increment's own timestamp is used only if the counter was missing.
 * HBase: `Increment`.
 *
 * @example
 * const increment = new Increment('com.cnn.www').addColumn('stats', 'hits', 1);
 *
 * @see W-31 … W-34, N-30
 */
export class Increment extends Mutation {
  readonly kind: 'Increment' = 'Increment';
  /** Whether the answer contains the new values. @see W-37 */
  readonly returnResults: boolean = true;
  /** The time range in which the old values are read. @see W-35 */
  readonly timeRange: TimeRange = ALL_TIME;

  constructor(row: BytesLike | IncrementLike) {
    const like = readRequest<IncrementLike>(row, 'Increment', NAMES);
    super(like ?? { row });
    if (like === null) return;
    const { returnResults = true, timeRange, amounts } = like;
    this.setReturnResults(returnResults as boolean);
    if (timeRange !== undefined) (this as Writable<Increment>).timeRange = readTimeRange(timeRange);
    readParts(amounts, 'amounts', 'an Increment literal', AMOUNT_NAMES, ({ family, qualifier = null, amount }) => {
      this.addColumn(family as BytesLike, qualifier as BytesLike | null, amount as bigint);
    });
  }

  /** Families are in byte order; within a family, amounts are in the order in which they were added. */
  get amounts(): readonly IncrementAmount[] {
    return this.added.map(({ family, qualifier, value }) => ({ family, qualifier, amount: decodeInt64(value, 0) }));
  }

  /**
   * The amounts by family and qualifier, both in byte order; the last one if a column has several. HBase:
   * `Increment.getFamilyMapOfLongs`.
   */
  getFamilyMapOfLongs(): BytesMap<BytesMap<bigint>> {
    const families = new Map<string, { readonly family: Uint8Array; readonly longs: [Uint8Array, bigint][] }>();
    for (const { family, qualifier, amount } of this.amounts) {
      const key = toStringBinary(family);
      const of = families.get(key) ?? { family, longs: [] };
      families.set(key, of);
      of.longs.unshift([qualifier, amount]);
    }
    const maps = [...families.values()].map(({ family, longs }) => {
      // The map keeps the first of two equal keys; sorting preserves their order.
      return [family, new BytesMap(longs.sort(([a], [b]) => compareBytes(a, b)))] as const;
    });
    return new BytesMap(maps);
  }

  /**
   * Adds `amount`, a safe integer or a `bigint` of 64 bits, to a counter; null means the empty qualifier. The amount 0
   * writes a cell too. Amounts for a column named twice are not summed: both start from the old value. Throws
   * INVALID_ARGUMENT.
   *
   * @see W-36
   */
  addColumn(family: BytesLike, qualifier: BytesLike | null, amount: number | bigint): this {
    if (!isAmount(amount)) throw atColumn(notAllowed('an amount', AMOUNTS, amount), this.row, family, qualifier);
    return this.addCell(CellType.Put, family, qualifier, LATEST_TIMESTAMP, encodeInt64(BigInt(amount)));
  }

  /**
   * Adds a cell of this row whose value is an amount of 8 bytes. Throws WRONG_ROW_IO, or INVALID_ARGUMENT for a marker.
   *
   * @see N-39, A-35
   */
  add(cell: Cell): this {
    const value = (cell as Cell | null)?.value as Uint8Array | undefined;
    if (value?.length !== 8) throw notAllowed('an amount', '8 bytes', value);
    return this.addGiven(cell, false);
  }

  /**
   * Reads only old values with timestamps from `min` up to, but not including, `max`; a counter without a value
   * there starts at 0. Default: all time. Throws INVALID_ARGUMENT.
   *
   * @see W-35, N-54
   */
  setTimeRange(min: TimestampLike, max: TimestampLike): this {
    (this as Writable<Increment>).timeRange = toTimeRange(min, max);
    return this;
  }

  /** Whether the answer contains the new values (default true) or is an empty Result. @see W-37 */
  setReturnResults(returnResults: boolean): this {
    (this as Writable<Increment>).returnResults = toBoolean(returnResults, 'returnResults');
    return this;
  }

  /** The literal that builds an equal Increment. Printable UTF-8 becomes text. */
  toLiteral(): IncrementLike {
    const amounts = this.amounts.map(({ family, qualifier, amount }) => ({
      family: toReadable(family),
      qualifier: toReadable(qualifier),
      amount,
    }));
    const own = { ...unlessDefault<Increment>(this, { returnResults: true }), ...timeRangeLiteral(this.timeRange) };
    return { ...this.commonLiteral(), ...own, amounts };
  }
}

/**
 * Returns `like` itself if it is an Increment of this copy of the package, else the Increment it describes. Throws
 * INVALID_ARGUMENT.
 */
export function toIncrement(like: Increment | IncrementLike): Increment {
  return like instanceof Increment ? like : new Increment(like);
}

function isAmount(amount: unknown): amount is number | bigint {
  return typeof amount === 'bigint' ? wrapInt64(amount) === amount : Number.isSafeInteger(amount);
}

/** Checks an Increment before it is sent: it must have amounts. Throws INVALID_ARGUMENT. @see N-38 */
export function validateIncrement(increment: Increment): void {
  if (!increment.isEmpty) return;
  throw invalidArgument(
    `Invalid arguments to row=${toStringBinary(increment.row)}, no columns set to be incremented, zero columns specified`,
  );
}
