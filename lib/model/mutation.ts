import { compareBytes, equalBytes } from '../bytes/compare.js';
import { notAllowed } from '../bytes/kind.js';
import { lowerBound } from '../bytes/sorted.js';
import { BigtabError } from '../errors.js';
import { orEmpty, toColumnValue, toFamily, toQualifier, toRow } from './arguments.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import type { Cell } from './cell.js';
import { CellType } from './cell-type.js';
import { type Durability, toDurability } from './durability.js';
import { checkCellLengths } from './limits.js';
import { isRecord, oneOf, unlessDefault } from './literal.js';
import { LATEST_TIMESTAMP, type TimestampLike, toTimestamp } from './timestamp.js';

export { LATEST_TIMESTAMP } from './timestamp.js';

/** A cell or marker in a mutation; its row is the mutation's row. Valid as long as the mutation; read-only. */
export interface MutationCell {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  /** LATEST_TIMESTAMP means the time at which the mutation is applied. */
  readonly timestamp: number;
  readonly type: CellType;
  /** Empty for a marker. */
  readonly value: Uint8Array;
}

const MARKERS = ['Delete', 'DeleteFamilyVersion', 'DeleteColumn', 'DeleteFamily'] as const;

const NO_BYTES = new Uint8Array(0);

/** Lets a class set properties that are read-only for its users. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The options that a mutation reads from its literal. */
export interface MutationOptions {
  readonly row?: unknown;
  readonly timestamp?: unknown;
  readonly durability?: unknown;
  readonly ttlMs?: unknown;
}

/** Row, timestamp, durability and cells of a Put, Delete, Increment or Append. HBase: `Mutation`. */
export abstract class Mutation {
  /** A copy of the row key. */
  readonly row: Uint8Array;
  /** The timestamp of cells added without their own; LATEST_TIMESTAMP unless set. */
  readonly timestamp: number;
  readonly durability: Durability;
  /** How long its cells live, counted from their timestamp; null means as long as their family specifies. @see W-60 */
  readonly ttlMs: number | null = null;
  /**
   * The cells as they are sent: families in byte order, and within a family in the order in which they were added.
   * Values share memory. Do not change them.
   */
  readonly added: readonly MutationCell[] = [];

  protected constructor(options: MutationOptions) {
    const { timestamp = LATEST_TIMESTAMP, durability = 'USE_DEFAULT' } = options;
    this.row = toRow(options.row);
    this.timestamp = toTimestamp(timestamp);
    this.durability = toDurability(durability);
    if (options.ttlMs !== undefined && options.ttlMs !== null) this.setTTL(options.ttlMs as number);
  }

  /** Copies of its cells: families in byte order, and within a family in the order in which they were added. */
  get cells(): readonly MutationCell[] {
    return this.copyCells();
  }

  /**
   * Whether nothing was added. An empty Put, Increment or Append cannot be sent; an empty Delete deletes the whole row.
   *
   * @see N-38
   */
  get isEmpty(): boolean {
    return this.added.length === 0;
  }

  /**
   * Sets the timestamp of cells added from now on; cells already added keep theirs. Throws INVALID_ARGUMENT.
   *
   * @see N-51
   */
  setTimestamp(timestamp: TimestampLike): this {
    (this as Writable<this>).timestamp = toTimestamp(timestamp);
    return this;
  }

  /** Sets the durability, `USE_DEFAULT` by default. Throws INVALID_ARGUMENT for anything but a Durability. @see W-61 */
  setDurability(durability: Durability): this {
    (this as Writable<this>).durability = toDurability(durability);
    return this;
  }

  /**
   * Hides all its cells, including those already added, `ttlMs` milliseconds after their timestamp, or earlier if their
   * family specifies a shorter time. Throws INVALID_ARGUMENT for anything but a safe integer.
   *
   * @see W-60, R-16
   */
  setTTL(ttlMs: number): this {
    if (!Number.isSafeInteger(ttlMs)) throw notAllowed('ttlMs', 'a whole number of milliseconds', ttlMs);
    (this as Writable<this>).ttlMs = ttlMs;
    return this;
  }

  /** Adds a cell after those of its family; a family marker replaces all of them (W-22). Throws INVALID_ARGUMENT. */
  protected addCell(
    type: CellType,
    family: unknown,
    qualifier: unknown,
    timestamp: number,
    value: Uint8Array = NO_BYTES,
  ): this {
    const name = toFamily(family);
    const bytes = toQualifier(qualifier);
    checkCellLengths(this.row.length, name.length, bytes.length, value.length);
    const cells = this.added as MutationCell[];
    const start = lowerBound(cells, (cell) => compareBytes(cell.family, name) < 0);
    const end = lowerBound(cells, (cell) => compareBytes(cell.family, name) <= 0);
    const from = type === CellType.DeleteFamily ? start : end;
    // Cells of one family share its bytes.
    const shared = start < end ? (cells[start] as MutationCell).family : name;
    cells.splice(from, end - from, { family: shared, qualifier: bytes, timestamp, type, value });
    return this;
  }

  /** Copies of the cells, each value in its own buffer. */
  protected copyCells(cells: readonly MutationCell[] = this.added): MutationCell[] {
    return cells.map((cell) => ({ ...cell, value: cell.value.slice() }));
  }

  /**
   * Adds a cell unchanged. Throws WRONG_ROW_IO if it is of another row, and INVALID_ARGUMENT if it has a type that the
   * mutation does not write (N-39, A-35).
   */
  protected addGiven(cell: Cell, isMarker: boolean): this {
    if (!isRecord(cell)) throw notAllowed('a cell', 'a Cell', cell);
    if (!equalBytes(toRow(cell.row), this.row)) {
      throw new BigtabError('WRONG_ROW_IO', "The row in the cell doesn't match the original one");
    }
    const type = oneOf(cell.type, isMarker ? MARKERS : ['Put'], 'the type of a cell');
    const value = toColumnValue(this.row, cell.family, cell.qualifier, orEmpty(cell.value));
    return this.addCell(CellType[type], cell.family, cell.qualifier, toTimestamp(cell.timestamp), value);
  }

  /** The properties that the literals of all mutations share. Printable UTF-8 becomes text. */
  protected commonLiteral(): { row: BytesLike; timestamp?: number; durability?: Durability; ttlMs?: number } {
    const defaults = { timestamp: LATEST_TIMESTAMP, durability: 'USE_DEFAULT', ttlMs: null } as const;
    const given = unlessDefault<Mutation>(this, defaults) as { timestamp?: number; ttlMs?: number };
    return { row: toReadable(this.row), ...given };
  }
}
