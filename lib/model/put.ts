import { equalBytes } from '../bytes/compare.js';
import { orEmpty, toColumnValue, toFamily, toQualifier, toValue } from './arguments.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import type { Cell } from './cell.js';
import { CellType } from './cell-type.js';
import type { Durability } from './durability.js';
import { readParts, readRequest, unlessDefault } from './literal.js';
import { Mutation, type MutationCell } from './mutation.js';
import { type TimestampLike, toTimestamp } from './timestamp.js';

/** A cell of a Put literal. */
export interface CellLike {
  readonly family: BytesLike;
  /** Default: the empty qualifier. */
  readonly qualifier?: BytesLike;
  /** Default: the Put's timestamp. */
  readonly timestamp?: TimestampLike;
  readonly value: BytesLike;
}

/** A Put as a literal. */
export interface PutLike {
  readonly kind?: 'Put';
  readonly row: BytesLike;
  /**
   * Values by family and qualifier, or a list, in which names may be bytes and each cell may have its own timestamp.
   * Null is not allowed as a value here.
   */
  readonly cells: { readonly [family: string]: { readonly [qualifier: string]: BytesLike } } | readonly CellLike[];
  /** The timestamp of cells without their own. Default: the time at which the Put is applied. */
  readonly timestamp?: TimestampLike;
  /**
   * How many milliseconds after their timestamp its cells live. Default: as long as their family specifies.
   *
   * @see W-60
   */
  readonly ttlMs?: number | null;
  /** Default `USE_DEFAULT`. */
  readonly durability?: Durability;
}

const NAMES = [
  'row',
  'cells',
  'timestamp',
  'ttlMs',
  'durability',
  'kind',
] as const satisfies readonly (keyof PutLike)[];
const CELL_NAMES = ['family', 'qualifier', 'timestamp', 'value'] as const satisfies readonly (keyof CellLike)[];

/**
 * Writes cells of one row; all of them, in all families, become visible together.
 *
 * The row is 1 … 32767 bytes, else INVALID_ARGUMENT. If a column and timestamp occur twice, the later cell wins. HBase:
 * `Put`.
 *
 * @example
 * const put = new Put('com.cnn.www').addColumn('contents', 'html', '<html>...').addColumn('anchor', 'cnnsi.com', 9, 'CNN');
 *
 * @see W-1, N-30, W-11
 */
export class Put extends Mutation {
  readonly kind: 'Put' = 'Put';
  /** `timestamp` applies to cells added without their own. Default: the time at which the Put is applied. @see W-10 */
  constructor(row: BytesLike, timestamp?: TimestampLike);
  /** Builds it from a literal, or copies another Put with its durability. @see A-13 */
  constructor(like: PutLike);
  constructor(row: BytesLike | PutLike, timestamp?: TimestampLike) {
    const like = readRequest<PutLike>(row, 'Put', NAMES, timestamp);
    super(like ?? { row, timestamp });
    if (like === null) return;
    readParts(like.cells, 'cells', 'a Put literal', CELL_NAMES, (cell) => {
      const { family, qualifier = null, timestamp = this.timestamp, value } = cell;
      this.addValue(family, qualifier, timestamp, value);
    });
  }

  /**
   * Adds a cell at the Put's timestamp; null means the empty qualifier or value. Throws INVALID_ARGUMENT.
   *
   * @see W-10
   */
  addColumn(family: BytesLike, qualifier: BytesLike | null, value: BytesLike | null): this;
  /**
   * Adds a cell at its own timestamp; as in HBase, the timestamp comes before the value. Throws INVALID_ARGUMENT.
   *
   * @see W-10
   */
  addColumn(family: BytesLike, qualifier: BytesLike | null, timestamp: TimestampLike, value: BytesLike | null): this;
  addColumn(family: unknown, qualifier: unknown, ...rest: readonly unknown[]): this {
    const [timestamp, value] = rest.length > 1 ? rest : [this.timestamp, ...rest];
    return this.addValue(family, qualifier, timestamp, orEmpty(value));
  }

  private addValue(family: unknown, qualifier: unknown, timestamp: unknown, value: unknown): this {
    const bytes = toColumnValue(this.row, family, qualifier, value);
    return this.addCell(CellType.Put, family, qualifier, toTimestamp(timestamp), bytes);
  }

  /** Whether a cell of the column was added. @see W-12 */
  has(family: BytesLike, qualifier: BytesLike | null): boolean;
  /** Whether a cell of the column with this timestamp, or with this value, was added. */
  has(family: BytesLike, qualifier: BytesLike | null, timestampOrValue: TimestampLike | BytesLike): boolean;
  /** Whether a cell of the column with this timestamp and this value was added. */
  has(family: BytesLike, qualifier: BytesLike | null, timestamp: TimestampLike, value: BytesLike): boolean;
  has(family: BytesLike, qualifier: BytesLike | null, ...rest: readonly unknown[]): boolean {
    const [first] = rest;
    const byValue = rest.length === 2 || typeof first === 'string' || ArrayBuffer.isView(first);
    const timestamp = rest.length === 2 || (rest.length === 1 && !byValue) ? toTimestamp(first) : null;
    const value = byValue ? toValue(orEmpty(rest.at(-1))) : null;
    return this.ofColumn(family, qualifier).some(
      (cell) =>
        (timestamp === null || cell.timestamp === timestamp) && (value === null || equalBytes(cell.value, value)),
    );
  }

  /** Copies of the cells of the column in the order in which they were added; empty if there are none. @see W-12 */
  get(family: BytesLike, qualifier: BytesLike | null): readonly MutationCell[] {
    return this.copyCells(this.ofColumn(family, qualifier));
  }

  private ofColumn(family: BytesLike, qualifier: BytesLike | null): readonly MutationCell[] {
    const name = toFamily(family);
    const wanted = toQualifier(qualifier);
    return this.added.filter((cell) => equalBytes(cell.family, name) && equalBytes(cell.qualifier, wanted));
  }

  /** The literal that builds an equal Put. Printable UTF-8 becomes text. */
  toLiteral(): PutLike {
    const cells = this.added.map((cell) => ({
      family: toReadable(cell.family),
      qualifier: toReadable(cell.qualifier),
      value: toReadable(cell.value),
      ...unlessDefault(cell, { timestamp: this.timestamp }),
    }));
    return { ...this.commonLiteral(), cells };
  }

  /** Adds a cell of this row unchanged. Throws WRONG_ROW_IO, or INVALID_ARGUMENT for a marker. @see N-39, A-35 */
  add(cell: Cell): this;
  /** @deprecated HBase's older name for `addColumn`. */
  add(family: BytesLike, qualifier: BytesLike | null, value: BytesLike | null): this;
  /** @deprecated HBase's older name for `addColumn`. */
  add(family: BytesLike, qualifier: BytesLike | null, timestamp: TimestampLike, value: BytesLike | null): this;
  add(...cell: readonly unknown[]): this {
    if (cell.length === 1) return this.addGiven(cell[0] as Cell, false);
    return (this.addColumn as (...cell: readonly unknown[]) => this).call(this, ...cell);
  }
}

/**
 * Returns `like` itself if it is a Put of this copy of the package, else the Put it describes. Throws INVALID_ARGUMENT.
 */
export function toPut(like: Put | PutLike): Put {
  return like instanceof Put ? like : new Put(like);
}
