import { equalBytes } from '../../bytes/compare.js';
import { lowerBound } from '../../bytes/sorted.js';
import { decodeText, toStringBinary } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';
import type { ResultBlock, ResultRow } from '../../keyvalue/result-block.js';
import type { BytesLike } from '../../model/bytes-like.js';
import { BytesMap } from '../../model/bytes-map.js';
import type { Cell, CellTypeName } from '../../model/cell.js';
import { readLiteral, toBoolean } from '../../model/literal.js';
import { atColumn } from '../../model/value-place.js';
import { doubleOf, jsonOf, longOf, numberOf } from './decode-value.js';
import { readableText, readableValue } from './readable.js';
import { RowBlock } from './row-block.js';

/**
 * A Result as `JSON.stringify` writes it: UTF-8 bytes as text, others as `\xNN`; markers with their type. Counters are
 * decimal text: the values in the answer to an Increment, and any other 8 bytes that are not UTF-8 or contain control
 * characters, such as those of every counter below 2^56.
 */
export interface ResultJson {
  readonly row: string | null;
  readonly cells: readonly {
    readonly family: string;
    readonly qualifier: string;
    readonly timestamp: number;
    readonly value: string;
    readonly type?: CellTypeName;
  }[];
}

/** The position that a scan has reached without finding a row. HBase: `Cursor`. */
export interface Cursor {
  /** The row at which a continued scan begins, inclusive. */
  readonly row: Uint8Array;
}

/**
 * One row of a read: the requested cells, with families and qualifiers in byte order and versions newest first.
 *
 * A Result decodes a part only when you read it. Every array it returns is a copy that belongs to you. Missing rows,
 * cells and values are null. A Result keeps the batch it came with in memory. HBase: `Result`.
 *
 * @example
 * const result = await table.get('com.cnn.www');
 * const html = result.getText('contents', 'html');
 *
 * @see R-100
 */
export class Result {
  /** Number of cells. */
  readonly size: number;
  private readonly block: RowBlock;
  private readonly at: Pick<ResultRow, 'offset' | 'mayHaveMore' | 'exists'>;
  private readonly cursor: Cursor | null;
  /** The offsets of the cells, once they have been read. */
  private offsets: readonly number[] | null = null;

  constructor(block: RowBlock, row: Omit<ResultRow, 'byteLength'>, cursor: Cursor | null = null) {
    this.block = block;
    this.at = row;
    this.size = row.cells;
    this.cursor = cursor;
  }

  /** Whether nothing was found. @see R-5 */
  get isEmpty(): boolean {
    return this.size === 0;
  }

  /** The row key; null if nothing was found. @see R-100 */
  get row(): Uint8Array | null {
    return this.isEmpty ? null : this.block.row(this.at.offset);
  }

  /** The row key as text, with `\xNN` for bytes that are not UTF-8; null if nothing was found. @see R-100 */
  get key(): string | null {
    return this.isEmpty ? null : readableText(this.block.row(this.at.offset));
  }

  /** All cells in order. @see R-100 */
  get cells(): Cell[] {
    return this.cellsAt().map((at) => this.block.cell(at));
  }

  /** All cells in order. @see R-100 */
  rawCells(): Cell[] {
    return this.cells;
  }

  /** All cells in order, or null if nothing was found. @see R-100 */
  listCells(): Cell[] | null {
    return this.isEmpty ? null : this.cells;
  }

  /** Whether anything was found, if only that was requested; otherwise null. @see R-104 */
  getExists(): boolean | null {
    return this.at.exists;
  }

  /** Whether this is a part of a row, and the next Result may contain more of that row. @see */
  mayHaveMoreCellsInRow(): boolean {
    return this.at.mayHaveMore;
  }

  /**
   * Whether this is not a row but a cursor, which reports how far the scan has come.
   *
   * @see R-78
   */
  isCursor(): boolean {
    return this.cursor !== null;
  }

  /** The position that the scan has reached; null if this is a row. @see R-78 */
  getCursor(): Cursor | null {
    return this.cursor;
  }

  /** The newest value of a column, or null; null is the empty qualifier. @see R-101 */
  getValue(family: BytesLike, qualifier: BytesLike | null): Uint8Array | null {
    const at = this.newestAt(this.orderTo(family, qualifier));
    return at === null ? null : this.block.copyValue(at);
  }

  /** The newest value of a column as text, or null; decoded without a copy. Bytes that are not UTF-8 become U+FFFD. */
  getText(family: BytesLike, qualifier: BytesLike | null): string | null {
    const value = this.newest(family, qualifier);
    return value && decodeText(value);
  }

  /**
   * The newest value of a column as the integer that a counter stores, or null. Throws INVALID_ARGUMENT, which names
   * row and column, if the value does not have 8 bytes.
   */
  getLong(family: BytesLike, qualifier: BytesLike | null): bigint | null {
    return this.decoded(family, qualifier, longOf);
  }

  /**
   * Like `getLong`, but returns a number. Throws INVALID_ARGUMENT outside ±(2^53−1), where a number would round, as
   * `Bytes.toNumber` does.
   */
  getNumber(family: BytesLike, qualifier: BytesLike | null): number | null {
    return this.decoded(family, qualifier, numberOf);
  }

  /**
   * The newest value of a column as a number in IEEE 754, which `Bytes.fromDouble` and `float64` write, or null. Throws
   * INVALID_ARGUMENT, which names row and column, if the value does not have 8 bytes.
   */
  getDouble(family: BytesLike, qualifier: BytesLike | null): number | null {
    return this.decoded(family, qualifier, doubleOf);
  }

  /**
   * The newest value of a column as the value that its JSON describes. Null for a missing column, and for the JSON
   * `null`. Throws INVALID_ARGUMENT, which names row and column, if the value is not JSON.
   */
  getJson<T = unknown>(family: BytesLike, qualifier: BytesLike | null): T | null {
    return this.decoded(family, qualifier, jsonOf) as T | null;
  }

  /** The newest cell of a column, or null. @see R-101 */
  getColumnLatestCell(family: BytesLike, qualifier: BytesLike | null): Cell | null {
    const at = this.newestAt(this.orderTo(family, qualifier));
    return at === null ? null : this.block.cell(at);
  }

  /** The cells of a column, newest first; empty if there are none. @see R-101 */
  getColumnCells(family: BytesLike, qualifier: BytesLike | null): Cell[] {
    const order = this.orderTo(family, qualifier);
    const offsets = this.sorted();
    const from = lowerBound(offsets, (at) => order(at) < 0);
    const to = lowerBound(offsets, (at) => order(at) <= 0);
    return offsets.slice(from, to).map((at) => this.block.cell(at));
  }

  /** The value of the first cell, or null. @see R-101 */
  value(): Uint8Array | null {
    return this.isEmpty ? null : this.block.copyValue(this.at.offset);
  }

  /** Whether the column was found. @see R-103 */
  containsColumn(family: BytesLike, qualifier: BytesLike | null): boolean {
    return this.newest(family, qualifier) !== null;
  }

  /**
   * Whether the column was found and its newest value is not empty. Throws INVALID_ARGUMENT for a null qualifier.
   *
   * @see
   */
  containsNonEmptyColumn(family: BytesLike, qualifier: BytesLike): boolean {
    return this.lengthOf(family, qualifier) > 0;
  }

  /**
   * Whether the column was found and its newest value is empty. Throws INVALID_ARGUMENT for a null qualifier.
   *
   * @see
   */
  containsEmptyColumn(family: BytesLike, qualifier: BytesLike): boolean {
    return this.lengthOf(family, qualifier) === 0;
  }

  /** A map of family → qualifier → timestamp, newest first → value; null if nothing was found. @see R-102 */
  getMap(): BytesMap<BytesMap<ReadonlyMap<number, Uint8Array>>> | null {
    return this.byColumn((versions) => new Map(versions.map(({ timestamp, value }) => [timestamp, value])));
  }

  /** A map of family → qualifier → newest value; null if nothing was found. @see R-102 */
  getNoVersionMap(): BytesMap<BytesMap<Uint8Array>> | null {
    return this.byColumn(([newest]) => (newest as Cell).value);
  }

  /**
   * A map of qualifier → newest value: empty if the family was not found or is null, null if nothing was found.
   *
   * @see R-102
   */
  getFamilyMap(family: BytesLike | null): BytesMap<Uint8Array> | null {
    const map = this.getNoVersionMap();
    return map && ((family === null ? null : map.get(family)) ?? new BytesMap([]));
  }

  /**
   * Family → qualifier → newest value, as a plain object. Names that are not UTF-8 are written as `\xNN`. With `text:
   * true`, values are text, decoded as by `getText`.
   */
  toObject(options?: { readonly text?: false }): { [family: string]: { [qualifier: string]: Uint8Array } };
  toObject(options: { readonly text: true }): { [family: string]: { [qualifier: string]: string } };
  toObject(options: { readonly text?: boolean } = {}): {
    [family: string]: { [qualifier: string]: Uint8Array | string };
  } {
    const { text = false } = readLiteral<{ text: boolean }>(options, 'set of options', ['text']);
    const asText = toBoolean(text, 'text');
    const value = (bytes: Uint8Array) => (asText ? decodeText(bytes) : bytes);
    return readableKeys(this.getNoVersionMap() ?? [], (columns) => readableKeys(columns, value));
  }

  /** Row and cells as text, counters as decimal text (`ResultJson`). */
  toJSON(): ResultJson {
    const cells = this.cells.map(({ family, qualifier, timestamp, type, value }) => ({
      family: readableText(family),
      qualifier: readableText(qualifier),
      timestamp,
      value: readableValue(value, this.block.counters),
      ...(type !== 'Put' && { type }),
    }));
    const { row } = this;
    return { row: row === null ? null : readableText(row), cells };
  }

  /** HBase's text form: each cell with the length of its value. Clients do not receive sequence ids. */
  toString(): string {
    if (this.isEmpty) return 'keyvalues=NONE';
    const cells = this.cells.map(({ row, family, qualifier, timestamp, type, value }) => {
      const [rowText, column] = [toStringBinary(row), `${toStringBinary(family)}:${toStringBinary(qualifier)}`];
      return `${rowText}/${column}/${timestamp}/${type}/vlen=${value.length}/seqid=0`;
    });
    return `keyvalues={${cells.join(', ')}}`;
  }

  private cellsAt(): readonly number[] {
    this.offsets ??= this.block.offsets(this.at.offset, this.size);
    return this.offsets;
  }

  /** The offsets of the cells by column, newest first, for look-ups. */
  private sorted(): readonly number[] {
    const { block } = this;
    const offsets = this.cellsAt();
    if (!block.unsorted) return offsets;
    return offsets.slice().sort((a, b) => {
      const { family, qualifier, timestamp } = block.cell(b);
      return this.orderTo(family, qualifier)(a) || timestamp - block.cell(a).timestamp;
    });
  }

  /** Compares the column of the cell at an offset with this one: negative, zero, positive. */
  private orderTo(family: BytesLike, qualifier: BytesLike | null): (at: number) => number {
    const { block } = this;
    const index = block.familyIndex(family);
    const wanted = block.qualifier(qualifier);
    return (at) => block.compareColumn(at, index, wanted);
  }

  /** The newest value of a column, a view of the block. */
  private newest(family: BytesLike, qualifier: BytesLike | null): Uint8Array | null {
    const at = this.newestAt(this.orderTo(family, qualifier));
    return at === null ? null : this.block.value(at);
  }

  /** The newest value of a column, decoded, or null. If `decode` throws, the error names row and column. */
  private decoded<T>(family: BytesLike, qualifier: BytesLike | null, decode: (value: Uint8Array) => T): T | null {
    const value = this.newest(family, qualifier);
    try {
      return value && decode(value);
    } catch (error) {
      throw atColumn(error, this.row, family, qualifier);
    }
  }

  private newestAt(order: (at: number) => number): number | null {
    const offsets = this.sorted();
    const at = offsets[lowerBound(offsets, (offset) => order(offset) < 0)];
    return at === undefined || order(at) !== 0 ? null : at;
  }

  private lengthOf(family: BytesLike, qualifier: BytesLike): number {
    if (qualifier === null) throw invalidArgument('the qualifier cannot be null here');
    return this.newest(family, qualifier)?.length ?? -1;
  }

  private byColumn<V>(make: (versions: readonly Cell[]) => V): BytesMap<BytesMap<V>> | null {
    if (this.isEmpty) return null;
    const cells = this.sorted().map((at) => this.block.cell(at));
    return runs(cells, 'family', (of) => runs(of, 'qualifier', make));
  }

  /** @deprecated HBase's older name for `getColumnCells`. */
  getColumn(family: BytesLike, qualifier: BytesLike | null): Cell[] {
    return this.getColumnCells(family, qualifier);
  }

  /** @deprecated HBase's older name for `rawCells`. */
  raw(): Cell[] {
    return this.cells;
  }

  /** @deprecated HBase's older name for `listCells`. */
  list(): Cell[] | null {
    return this.listCells();
  }
}

/** The rows of a reply, and its cursor if it has one. `kind`: the kind of the request. */
export function readResults(block: ResultBlock, kind: string = 'Get', cursor: Uint8Array | null = null): Result[] {
  const shared = new RowBlock(block, kind);
  const results = block.rows.map((row) => new Result(shared, row));
  const nothing = { offset: 0, cells: 0, mayHaveMore: false, exists: null };
  if (cursor !== null) results.push(new Result(shared, nothing, { row: cursor.slice() }));
  return results;
}

/** Splits cells where the name changes, and converts each run. */
function runs<V>(cells: readonly Cell[], by: 'family' | 'qualifier', make: (run: readonly Cell[]) => V): BytesMap<V> {
  const found: [Uint8Array, Cell[]][] = [];
  for (const cell of cells) {
    const last = found.at(-1);
    if (last !== undefined && equalBytes(last[0], cell[by])) last[1].push(cell);
    else found.push([cell[by], [cell]]);
  }
  return new BytesMap(found.map(([name, run]) => [name, make(run)]));
}

function readableKeys<V, W>(map: Iterable<[Uint8Array, V]>, value: (value: V) => W): { [name: string]: W } {
  return Object.fromEntries(Array.from(map, ([name, of]) => [readableText(name), value(of)]));
}
