import { compareBytes, equalBytes } from '../bytes/compare.js';
import { notAllowed } from '../bytes/kind.js';
import { lowerBound } from '../bytes/sorted.js';
import { BigtabError } from '../errors.js';
import { orEmpty, toColumnValue, toFamily, toQualifier, toRow } from './arguments.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import type { Cell } from './cell.js';
import { CellType } from './cell-type.js';
import { checkCellLengths } from './limits.js';
import { isRecord, oneOf, unlessDefault } from './literal.js';
import { LATEST_TIMESTAMP, type TimestampLike, toTimestamp } from './timestamp.js';

export { LATEST_TIMESTAMP } from './timestamp.js';

/**
 * How safe a write is when it is acknowledged. It never changes visibility or atomicity.
 *
 * - `USE_DEFAULT`: the table's durability, else the connection's, else SYNC_WAL
 * - `SKIP_WAL`: in memory only until the next flush
 * - `ASYNC_WAL`: written to the log a few milliseconds later
 * - `SYNC_WAL`: handed to the file system; survives the end of the tab, the worker and the browser
 * - `FSYNC_WAL`: forced to the device; survives a power cut
 *
 * @see W-61, W-63
 */
export type Durability = 'USE_DEFAULT' | 'SKIP_WAL' | 'ASYNC_WAL' | 'SYNC_WAL' | 'FSYNC_WAL';

/** Every durability, from the weakest to the strongest; the position is its number on the wire. */
export const DURABILITIES: readonly Durability[] = ['USE_DEFAULT', 'SKIP_WAL', 'ASYNC_WAL', 'SYNC_WAL', 'FSYNC_WAL'];

/** A cell or marker as a mutation holds it; its row is the mutation's. Valid as long as the mutation; read-only. */
export interface MutationCell {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  /** LATEST_TIMESTAMP stands for the time at which the mutation is applied. */
  readonly timestamp: number;
  readonly type: CellType;
  /** Empty for a marker. */
  readonly value: Uint8Array;
}

const MARKERS = ['Delete', 'DeleteFamilyVersion', 'DeleteColumn', 'DeleteFamily'] as const;

const NO_BYTES = new Uint8Array(0);

/** Lets a class set what its users may only read. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** What a mutation takes from its literal. */
export interface MutationOptions {
  readonly row?: unknown;
  readonly timestamp?: unknown;
  readonly durability?: unknown;
  readonly ttlMs?: unknown;
}

/** Row, timestamp, durability and cells of a Put, Delete, Increment or Append. HBase: `Mutation`. */
export abstract class Mutation {
  /** A copy of the row key that was given. */
  readonly row: Uint8Array;
  /** For cells added without a timestamp of their own; LATEST_TIMESTAMP unless given. */
  readonly timestamp: number;
  readonly durability: Durability;
  /** How long its cells live from their timestamp on; null = as long as their family says. @see W-60 */
  readonly ttlMs: number | null = null;
  /**
   * As they are sent: families in byte order, inside a family in the order they were added; values share memory. Not to
   * be changed.
   */
  readonly added: readonly MutationCell[] = [];

  protected constructor(options: MutationOptions) {
    const { timestamp = LATEST_TIMESTAMP, durability = 'USE_DEFAULT' } = options;
    this.row = toRow(options.row);
    this.timestamp = toTimestamp(timestamp);
    this.durability = toDurability(durability);
    if (options.ttlMs !== undefined && options.ttlMs !== null) this.setTTL(options.ttlMs as number);
  }

  /** Copies of its cells: families in byte order, inside a family in the order they were added. */
  get cells(): readonly MutationCell[] {
    return this.copyCells();
  }

  /**
   * Whether nothing was added. A Put, Increment or Append cannot be sent then; a Delete is one of the whole row.
   *
   * @see N-38
   */
  get isEmpty(): boolean {
    return this.added.length === 0;
  }

  /** For cells added from now on; those already added keep theirs. Throws INVALID_ARGUMENT. @see N-51 */
  setTimestamp(timestamp: TimestampLike): this {
    (this as Writable<this>).timestamp = toTimestamp(timestamp);
    return this;
  }

  /** Default `USE_DEFAULT`. Throws INVALID_ARGUMENT for another word than the five. @see W-61 */
  setDurability(durability: Durability): this {
    (this as Writable<this>).durability = toDurability(durability);
    return this;
  }

  /**
   * All its cells, those already added too, are hidden `ttlMs` milliseconds after their timestamp, or earlier where
   * their family says so. Throws INVALID_ARGUMENT for what is no safe integer.
   *
   * @see W-60, R-16
   */
  setTTL(ttlMs: number): this {
    if (!Number.isSafeInteger(ttlMs)) throw notAllowed('ttlMs', 'a whole number of milliseconds', ttlMs);
    (this as Writable<this>).ttlMs = ttlMs;
    return this;
  }

  /**
   * Adds a cell behind those of its family; a family marker takes the place of all of them (W-22). Throws
   * INVALID_ARGUMENT.
   */
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

  /** Copies of the cells, each value in a buffer of its own. */
  protected copyCells(cells: readonly MutationCell[] = this.added): MutationCell[] {
    return cells.map((cell) => ({ ...cell, value: cell.value.slice() }));
  }

  /**
   * Adds a cell as it is: of this row, else WRONG_ROW_IO, and of a type that the mutation writes, else INVALID_ARGUMENT
   * (N-39, A-35).
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

  /** What the literals of all mutations have. Text where bytes are printable UTF-8. */
  protected commonLiteral(): { row: BytesLike; timestamp?: number; durability?: Durability; ttlMs?: number } {
    const defaults = { timestamp: LATEST_TIMESTAMP, durability: 'USE_DEFAULT', ttlMs: null } as const;
    const given = unlessDefault<Mutation>(this, defaults) as { timestamp?: number; ttlMs?: number };
    return { row: toReadable(this.row), ...given };
  }
}

/** One of the five words. Throws INVALID_ARGUMENT. */
export function toDurability(value: unknown): Durability {
  return oneOf(value, DURABILITIES, 'durability');
}
