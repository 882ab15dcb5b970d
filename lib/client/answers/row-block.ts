import { compareRanges, equalBytes } from '../../bytes/compare.js';
import {
  CELL_HEADER_BYTES,
  encodedCellLength,
  OFFSET_FAMILY,
  OFFSET_QUALIFIER_LENGTH,
  OFFSET_TIMESTAMP,
  OFFSET_TYPE,
  OFFSET_VALUE_LENGTH,
} from '../../keyvalue/cell-layout.js';
import type { ResultBlock } from '../../keyvalue/result-block.js';
import { toFamily, toQualifier } from '../../model/arguments.js';
import type { BytesLike } from '../../model/bytes-like.js';
import { type Cell, cellTypeName } from '../../model/cell.js';

/** Programs read the same few names from every row; up to this many names of a block are remembered. */
const REMEMBERED_NAMES = 256;

/** The bytes of one reply, which all Results of that reply read. Offsets are those of flat cells. */
export class RowBlock {
  /** Whether the values are counters: the answer to an increment. */
  readonly counters: boolean;
  /** Whether cells are in the order of the request's parts: the answer to a RowMutations (W-43). */
  readonly unsorted: boolean;
  private readonly block: ResultBlock;
  /** Names that were looked up; none in a block of one row. */
  private readonly families: Map<unknown, number> | null;
  private readonly qualifiers: Map<unknown, Uint8Array> | null;

  /** `kind`: the kind of the request. */
  constructor(block: ResultBlock, kind: string) {
    this.counters = kind === 'Increment';
    this.unsorted = kind === 'RowMutations';
    this.block = block;
    const remembers = block.rows.length > 1;
    this.families = remembers ? new Map() : null;
    this.qualifiers = remembers ? new Map() : null;
  }

  /** The number by which the block's cells refer to this family; -1 if none does, and for null. */
  familyIndex(family: BytesLike | null): number {
    if (family === null) return -1;
    return remembered(this.families, family, () => {
      const name = toFamily(family);
      return this.block.familyNames.findIndex((one) => equalBytes(one, name));
    });
  }

  /** The bytes of a qualifier, which belong to the block. */
  qualifier(qualifier: BytesLike | null): Uint8Array {
    return remembered(this.qualifiers, qualifier, () => toQualifier(qualifier));
  }

  /** The offsets of `count` cells, starting at `offset`. */
  offsets(offset: number, count: number): number[] {
    const offsets: number[] = [];
    for (let at = offset; offsets.length < count; at += encodedCellLength(this.block.view, at)) offsets.push(at);
    return offsets;
  }

  /** Compares the column of the cell at `at` with another: negative, zero, positive. */
  compareColumn(at: number, family: number, qualifier: Uint8Array): number {
    const { bytes, view } = this.block;
    const length = view.getUint32(at + OFFSET_QUALIFIER_LENGTH, true);
    const start = at + CELL_HEADER_BYTES + view.getUint16(at, true);
    return (
      view.getUint16(at + OFFSET_FAMILY, true) - family ||
      compareRanges(bytes, start, length, qualifier, 0, qualifier.length)
    );
  }

  /** The row of a cell, with its own buffer. */
  row(at: number): Uint8Array {
    const start = at + CELL_HEADER_BYTES;
    return this.block.bytes.slice(start, start + this.block.view.getUint16(at, true));
  }

  /** The value of a cell, a view of the block. */
  value(at: number): Uint8Array {
    const start = this.valueAt(at);
    return this.block.bytes.subarray(start, start + this.valueLength(at));
  }

  /** The value of a cell, with its own buffer. */
  copyValue(at: number): Uint8Array {
    const start = this.valueAt(at);
    return this.block.bytes.slice(start, start + this.valueLength(at));
  }

  /** A copy of the cell, with its own buffers. */
  cell(at: number): Cell {
    const { bytes, view, familyNames } = this.block;
    const row = at + CELL_HEADER_BYTES;
    const qualifier = row + view.getUint16(at, true);
    return {
      row: bytes.slice(row, qualifier),
      family: (familyNames[view.getUint16(at + OFFSET_FAMILY, true)] as Uint8Array).slice(),
      qualifier: bytes.slice(qualifier, qualifier + view.getUint32(at + OFFSET_QUALIFIER_LENGTH, true)),
      timestamp: view.getFloat64(at + OFFSET_TIMESTAMP, true),
      type: cellTypeName(view.getUint8(at + OFFSET_TYPE)),
      value: this.copyValue(at),
    };
  }

  private valueAt(at: number): number {
    const { view } = this.block;
    return at + CELL_HEADER_BYTES + view.getUint16(at, true) + view.getUint32(at + OFFSET_QUALIFIER_LENGTH, true);
  }

  private valueLength(at: number): number {
    return this.block.view.getUint32(at + OFFSET_VALUE_LENGTH, true);
  }
}

/** The value of `name` in `names`, otherwise the result of `make`; text is remembered. */
function remembered<T>(names: Map<unknown, T> | null, name: unknown, make: () => T): T {
  const known = names?.get(name);
  if (known !== undefined) return known;
  const made = make();
  if (names === null) return made;
  if (typeof name === 'string' && names.size < REMEMBERED_NAMES) names.set(name, made);
  return made;
}
