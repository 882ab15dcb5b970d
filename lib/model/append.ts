import { toStringBinary } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';
import { orEmpty, toColumnValue } from './arguments.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import type { Cell } from './cell.js';
import { CellType } from './cell-type.js';
import { readParts, readRequest, toBoolean, unlessDefault } from './literal.js';
import { Mutation, type MutationCell, type Writable } from './mutation.js';
import { COMMON_NAMES, type ReadModifyWriteLike } from './read-modify-write.js';
import { ALL_TIME, readTimeRange, type TimeRange, timeRangeLiteral, toTimeRange } from './time-range.js';
import { LATEST_TIMESTAMP, type TimestampLike } from './timestamp.js';

/** A value of an Append literal. */
export interface AppendValueLike {
  readonly family: BytesLike;
  /** Default: the empty qualifier. */
  readonly qualifier?: BytesLike;
  readonly value: BytesLike;
}

/** An Append as a literal. */
export interface AppendLike extends ReadModifyWriteLike {
  readonly kind?: 'Append';
  /** What is appended to the old values, by family and qualifier, or as a list, in which names may be bytes. */
  readonly values:
    | { readonly [family: string]: { readonly [qualifier: string]: BytesLike } }
    | readonly AppendValueLike[];
}

const NAMES = ['values', ...COMMON_NAMES] as const satisfies readonly (keyof AppendLike)[];
const VALUE_NAMES = ['family', 'qualifier', 'value'] as const satisfies readonly (keyof AppendValueLike)[];

/**
 * Appends bytes to the values of columns of one row, atomically; a missing column counts as empty.
 *
 * The row is 1 … 32767 bytes, else INVALID_ARGUMENT. The timestamp of the new cell is the current time or the old
 * cell's timestamp + 1, whichever is larger; the Append's own timestamp is used only if the column was missing. HBase:
 * `Append`.
 *
 * @example
 * const append = new Append('com.cnn.www').addColumn('log', 'visits', 'monday;');
 *
 * @see W-31, W-33, N-30, W-34
 */
export class Append extends Mutation {
  readonly kind: 'Append' = 'Append';
  /** Whether the answer contains the new values. @see W-37 */
  readonly returnResults: boolean = true;
  /** The time range in which the old values are read. @see W-35 */
  readonly timeRange: TimeRange = ALL_TIME;

  constructor(row: BytesLike | AppendLike) {
    const like = readRequest<AppendLike>(row, 'Append', NAMES);
    super(like ?? { row });
    if (like === null) return;
    const { returnResults = true, timeRange, values } = like;
    this.setReturnResults(returnResults as boolean);
    if (timeRange !== undefined) (this as Writable<Append>).timeRange = readTimeRange(timeRange);
    readParts(values, 'values', 'an Append literal', VALUE_NAMES, ({ family, qualifier = null, value }) => {
      this.addValue(family, qualifier, value);
    });
  }

  /** What is appended to the old values: the same cells as `cells`, under the literal's name. */
  get values(): readonly MutationCell[] {
    return this.copyCells();
  }

  /**
   * Appends `value` to the value of a column. Null means the empty qualifier or the empty value. An empty value writes
   * a cell too. A column named twice is not appended twice: both start from the old value. Throws INVALID_ARGUMENT.
   *
   * @see W-36
   */
  addColumn(family: BytesLike, qualifier: BytesLike | null, value: BytesLike | null): this {
    return this.addValue(family, qualifier, orEmpty(value));
  }

  private addValue(family: unknown, qualifier: unknown, value: unknown): this {
    const bytes = toColumnValue(this.row, family, qualifier, value);
    return this.addCell(CellType.Put, family, qualifier, LATEST_TIMESTAMP, bytes);
  }

  /**
   * Reads only old values with timestamps from `min` up to, but not including, `max`; a column without a value
   * there counts as empty. Default: all time. Throws INVALID_ARGUMENT.
   *
   * @see W-35, N-54
   */
  setTimeRange(min: TimestampLike, max: TimestampLike): this {
    (this as Writable<Append>).timeRange = toTimeRange(min, max);
    return this;
  }

  /** Whether the answer contains the new values (default true) or is an empty Result. @see W-37 */
  setReturnResults(returnResults: boolean): this {
    (this as Writable<Append>).returnResults = toBoolean(returnResults, 'returnResults');
    return this;
  }

  /** The literal that builds an equal Append. Printable UTF-8 becomes text. */
  toLiteral(): AppendLike {
    const values = this.added.map(({ family, qualifier, value }) => ({
      family: toReadable(family),
      qualifier: toReadable(qualifier),
      value: toReadable(value),
    }));
    const own = { ...unlessDefault<Append>(this, { returnResults: true }), ...timeRangeLiteral(this.timeRange) };
    return { ...this.commonLiteral(), ...own, values };
  }

  /** Adds a cell of this row unchanged. Throws WRONG_ROW_IO, or INVALID_ARGUMENT for a marker. @see N-39, A-35 */
  add(cell: Cell): this;
  /** @deprecated HBase's older name for `addColumn`. */
  add(family: BytesLike, qualifier: BytesLike | null, value: BytesLike | null): this;
  add(...cell: readonly unknown[]): this {
    if (cell.length === 1) return this.addGiven(cell[0] as Cell, false);
    return (this.addColumn as (...cell: readonly unknown[]) => this).call(this, ...cell);
  }
}

/**
 * Returns `like` itself if it is an Append of this copy of the package, else the Append it describes. Throws
 * INVALID_ARGUMENT.
 */
export function toAppend(like: Append | AppendLike): Append {
  return like instanceof Append ? like : new Append(like);
}

/** Checks an Append before it is sent: it must have values. Throws INVALID_ARGUMENT. @see N-38 */
export function validateAppend(append: Append): void {
  if (!append.isEmpty) return;
  throw invalidArgument(`Invalid arguments to row=${toStringBinary(append.row)}, zero columns specified`);
}
