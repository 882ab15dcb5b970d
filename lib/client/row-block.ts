import { equalRanges } from '../bytes/compare.js';
import {
  CELL_HEADER_BYTES,
  encodedCellLength,
  OFFSET_FAMILY,
  OFFSET_QUALIFIER_LENGTH,
  OFFSET_TIMESTAMP,
  OFFSET_TYPE,
  OFFSET_VALUE_LENGTH,
} from '../keyvalue/cell-layout.js';
import { toFamily, toQualifier } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import { type Cell, cellTypeName } from '../model/cell.js';
import type { ResultBlockReader } from '../service/result-block.js';

/** Programs ask every row for the same few names; this many of a block are remembered as bytes. */
const REMEMBERED_NAMES = 256;

/**
 * The bytes of one reply, read by all Results that came with it. Offsets are those of flat cells. Arrays are windows on the
 * block unless said otherwise.
 */
export class RowBlock {
  /** Whether the values are counters: the answer to an increment. */
  readonly counters: boolean;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly families: readonly Uint8Array[];
  private readonly familyIndexes: Map<string, number> = new Map();
  private readonly qualifiers: Map<string, Uint8Array> = new Map();

  constructor(reader: ResultBlockReader, counters: boolean) {
    this.counters = counters;
    this.bytes = reader.bytes;
    this.view = reader.view;
    this.families = reader.familyNames;
  }

  /** How the block's cells name this family; -1 when none does, and for null. */
  familyIndex(family: BytesLike | null): number {
    if (family === null) return -1;
    const known = this.familyIndexes.get(family as string);
    if (known !== undefined) return known;
    const name = toFamily(family);
    const index = this.families.findIndex((one) => equalRanges(one, 0, one.length, name, 0, name.length));
    if (typeof family === 'string' && this.familyIndexes.size < REMEMBERED_NAMES) this.familyIndexes.set(family, index);
    return index;
  }

  /** The bytes of a qualifier, which belong to the block. */
  qualifier(qualifier: BytesLike | null): Uint8Array {
    const known = this.qualifiers.get(qualifier as string);
    if (known !== undefined) return known;
    const bytes = toQualifier(qualifier);
    if (typeof qualifier === 'string' && this.qualifiers.size < REMEMBERED_NAMES) this.qualifiers.set(qualifier, bytes);
    return bytes;
  }

  /** Offsets of `count` cells from `offset` on. */
  offsets(offset: number, count: number): number[] {
    const offsets: number[] = [];
    for (let at = offset; offsets.length < count; at += encodedCellLength(this.view, at)) offsets.push(at);
    return offsets;
  }

  /** Offset of the first of `count` cells from `offset` on that is of this column, or -1. */
  find(offset: number, count: number, family: number, qualifier: Uint8Array): number {
    let at = offset;
    for (let left = count; left > 0; left--) {
      if (this.isColumn(at, family, qualifier)) return at;
      at += encodedCellLength(this.view, at);
    }
    return -1;
  }

  isColumn(at: number, family: number, qualifier: Uint8Array): boolean {
    const { bytes, view } = this;
    if (view.getUint16(at + OFFSET_FAMILY, true) !== family) return false;
    const length = view.getUint32(at + OFFSET_QUALIFIER_LENGTH, true);
    const start = at + CELL_HEADER_BYTES + view.getUint16(at, true);
    return equalRanges(bytes, start, length, qualifier, 0, qualifier.length);
  }

  familyOf(at: number): number {
    return this.view.getUint16(at + OFFSET_FAMILY, true);
  }

  row(at: number): Uint8Array {
    const start = at + CELL_HEADER_BYTES;
    return this.bytes.subarray(start, start + this.view.getUint16(at, true));
  }

  qualifierOf(at: number): Uint8Array {
    const start = at + CELL_HEADER_BYTES + this.view.getUint16(at, true);
    return this.bytes.subarray(start, start + this.view.getUint32(at + OFFSET_QUALIFIER_LENGTH, true));
  }

  value(at: number): Uint8Array {
    const { view } = this;
    const keyLength = view.getUint16(at, true) + view.getUint32(at + OFFSET_QUALIFIER_LENGTH, true);
    const start = at + CELL_HEADER_BYTES + keyLength;
    return this.bytes.subarray(start, start + view.getUint32(at + OFFSET_VALUE_LENGTH, true));
  }

  /** A copy of the cell, with buffers of its own. */
  cell(at: number): Cell {
    const { view } = this;
    return {
      row: this.row(at).slice(),
      family: (this.families[this.familyOf(at)] as Uint8Array).slice(),
      qualifier: this.qualifierOf(at).slice(),
      timestamp: view.getFloat64(at + OFFSET_TIMESTAMP, true),
      type: cellTypeName(view.getUint8(at + OFFSET_TYPE)),
      value: this.value(at).slice(),
    };
  }
}
