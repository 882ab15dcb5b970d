import { equalBytes } from '../bytes/compare.js';
import { decodeText, toStringBinary } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { Cell } from '../model/cell.js';
import type { ResultBlockReader } from '../service/result-block.js';
import { BytesMap, readableText } from './bytes-map.js';
import { RowBlock } from './row-block.js';

/** Wider rows get an index of their columns at the first look-up. */
const INDEXED_CELLS = 64;
const COUNTER_BYTES = 8;

/** A Result as `JSON.stringify` writes it: text where bytes are UTF-8, else `\xNN`; counters as decimal text. */
export interface ResultJson {
  readonly row: string | null;
  readonly cells: readonly {
    readonly family: string;
    readonly qualifier: string;
    readonly timestamp: number;
    readonly value: string;
  }[];
}

/**
 * One row as it was read: the newest version of each cell that was asked for, families and qualifiers in byte order.
 *
 * Nothing is decoded before it is asked for. Every array given out is a copy that belongs to the caller. What is not there is
 * null. A Result keeps the batch it came with in memory. HBase: `Result`.
 *
 * @example
 * const result = await table.get('com.cnn.www');
 * const html = result.getText('contents', 'html');
 */
export class Result {
  /** Number of cells. */
  readonly size: number;
  private readonly block: RowBlock;
  private readonly offset: number;
  private columns: ReadonlyMap<string, number> | null = null;

  constructor(block: RowBlock, offset: number, size: number) {
    this.block = block;
    this.offset = offset;
    this.size = size;
  }

  /** Whether nothing was found. */
  get isEmpty(): boolean {
    return this.size === 0;
  }

  /** The row key; null when nothing was found. */
  get row(): Uint8Array | null {
    return this.isEmpty ? null : this.block.row(this.offset).slice();
  }

  /** All cells in their order. */
  get cells(): Cell[] {
    return this.offsets().map((at) => this.block.cell(at));
  }

  /** The newest value of a column, or null; null as qualifier is the empty one. */
  getValue(family: BytesLike, qualifier: BytesLike | null): Uint8Array | null {
    const at = this.find(family, qualifier);
    return at < 0 ? null : this.block.value(at).slice();
  }

  /** The newest value of a column as text, decoded without a copy; null if there is none. Not UTF-8 becomes U+FFFD. */
  getText(family: BytesLike, qualifier: BytesLike | null): string | null {
    const at = this.find(family, qualifier);
    return at < 0 ? null : decodeText(this.block.value(at));
  }

  /** The newest cell of a column, or null. */
  getColumnLatestCell(family: BytesLike, qualifier: BytesLike | null): Cell | null {
    const at = this.find(family, qualifier);
    return at < 0 ? null : this.block.cell(at);
  }

  /** The cells of a column, newest first; empty if there are none. */
  getColumnCells(family: BytesLike, qualifier: BytesLike | null): Cell[] {
    const { block } = this;
    const familyIndex = block.familyIndex(family);
    const wanted = block.qualifier(qualifier);
    const offsets = this.offsets().filter((at) => block.isColumn(at, familyIndex, wanted));
    return offsets.map((at) => block.cell(at));
  }

  /** The value of the first cell, or null. */
  value(): Uint8Array | null {
    return this.isEmpty ? null : this.block.value(this.offset).slice();
  }

  /** Whether the column was found. */
  containsColumn(family: BytesLike, qualifier: BytesLike | null): boolean {
    return this.find(family, qualifier) >= 0;
  }

  /** Whether the column was found and its newest value has bytes. Null as qualifier: INVALID_ARGUMENT. */
  containsNonEmptyColumn(family: BytesLike, qualifier: BytesLike): boolean {
    return this.valueLength(family, qualifier) > 0;
  }

  /** Whether the column was found and its newest value is empty. Null as qualifier: INVALID_ARGUMENT. */
  containsEmptyColumn(family: BytesLike, qualifier: BytesLike): boolean {
    return this.valueLength(family, qualifier) === 0;
  }

  /** Family → qualifier → timestamp, newest first → value; null when nothing was found. */
  getMap(): BytesMap<BytesMap<ReadonlyMap<number, Uint8Array>>> | null {
    return this.byFamily((cells) =>
      byQualifier(cells, (versions) => new Map(versions.map(({ timestamp, value }) => [timestamp, value]))),
    );
  }

  /** Family → qualifier → newest value; null when nothing was found. */
  getNoVersionMap(): BytesMap<BytesMap<Uint8Array>> | null {
    return this.byFamily(newestValues);
  }

  /** Qualifier → newest value: empty when the family was not found or is null, null when nothing was found. */
  getFamilyMap(family: BytesLike | null): BytesMap<Uint8Array> | null {
    if (this.isEmpty) return null;
    const { block } = this;
    const index = block.familyIndex(family);
    const offsets = this.offsets().filter((at) => block.familyOf(at) === index);
    return newestValues(offsets.map((at) => block.cell(at)));
  }

  /** Family → qualifier → newest value, as a plain object. Names that are not UTF-8 are written `\xNN`. */
  toObject(): { [family: string]: { [qualifier: string]: Uint8Array } } {
    return readableKeys(this.getNoVersionMap() ?? [], (columns) => readableKeys(columns, (value) => value));
  }

  /** Row and cells as text. */
  toJSON(): ResultJson {
    const cells = this.cells.map(({ family, qualifier, timestamp, value }) => ({
      family: readableText(family),
      qualifier: readableText(qualifier),
      timestamp,
      value: this.counterText(value) ?? readableText(value),
    }));
    const { row } = this;
    return { row: row === null ? null : readableText(row), cells };
  }

  /** HBase's text form: each cell with the length of its value. Of sequence ids clients know nothing. */
  toString(): string {
    if (this.isEmpty) return 'keyvalues=NONE';
    const cells = this.cells.map(({ row, family, qualifier, timestamp, type, value }) => {
      const [rowText, column] = [toStringBinary(row), `${toStringBinary(family)}:${toStringBinary(qualifier)}`];
      return `${rowText}/${column}/${timestamp}/${type}/vlen=${value.length}/seqid=0`;
    });
    return `keyvalues={${cells.join(', ')}}`;
  }

  private offsets(): number[] {
    return this.block.offsets(this.offset, this.size);
  }

  /** Offset of the newest cell of a column, or -1. */
  private find(family: BytesLike, qualifier: BytesLike | null): number {
    const { block, size } = this;
    const familyIndex = block.familyIndex(family);
    const wanted = block.qualifier(qualifier);
    if (size <= INDEXED_CELLS) return block.find(this.offset, size, familyIndex, wanted);
    this.columns ??= new Map(
      this.offsets()
        .reverse()
        .map((at) => [columnKey(block.familyOf(at), block.qualifierOf(at)), at]),
    );
    return this.columns.get(columnKey(familyIndex, wanted)) ?? -1;
  }

  private valueLength(family: BytesLike, qualifier: BytesLike): number {
    if (qualifier === null) throw invalidArgument('the qualifier cannot be null here');
    const at = this.find(family, qualifier);
    return at < 0 ? -1 : this.block.value(at).length;
  }

  private byFamily<V>(make: (cells: readonly Cell[]) => V): BytesMap<V> | null {
    return this.isEmpty ? null : new BytesMap(runs(this.cells, 'family').map(([name, cells]) => [name, make(cells)]));
  }

  private counterText(value: Uint8Array): string | null {
    if (!this.block.counters || value.length !== COUNTER_BYTES) return null;
    return String(new DataView(value.buffer).getBigInt64(0));
  }

  /** @deprecated HBase's older name of `getColumnCells`. */
  getColumn(family: BytesLike, qualifier: BytesLike | null): Cell[] {
    return this.getColumnCells(family, qualifier);
  }
}

/** The rows of a reply. `counters`: it answers an increment. */
export function readResults(reader: ResultBlockReader, counters: boolean = false): Result[] {
  const block = new RowBlock(reader, counters);
  const results: Result[] = [];
  while (reader.next()) results.push(new Result(block, reader.offset, reader.cells));
  return results;
}

function newestValues(cells: readonly Cell[]): BytesMap<Uint8Array> {
  return byQualifier(cells, (versions) => (versions[0] as Cell).value);
}

function byQualifier<V>(cells: readonly Cell[], make: (versions: readonly Cell[]) => V): BytesMap<V> {
  return new BytesMap(runs(cells, 'qualifier').map(([name, versions]) => [name, make(versions)]));
}

/** Cuts cells where the name changes. */
function runs(cells: readonly Cell[], by: 'family' | 'qualifier'): (readonly [Uint8Array, Cell[]])[] {
  const found: (readonly [Uint8Array, Cell[]])[] = [];
  for (const cell of cells) {
    const last = found.at(-1);
    if (last !== undefined && equalBytes(last[0], cell[by])) last[1].push(cell);
    else found.push([cell[by], [cell]]);
  }
  return found;
}

function readableKeys<V, W>(map: Iterable<[Uint8Array, V]>, value: (value: V) => W): { [name: string]: W } {
  return Object.fromEntries(Array.from(map, ([name, of]) => [readableText(name), value(of)]));
}

function columnKey(family: number, qualifier: Uint8Array): string {
  return `${family}:${toStringBinary(qualifier)}`;
}
