import { equalRanges } from '../../bytes/compare.js';
import { corruption } from '../../errors.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { CellType } from '../../model/cell-type.js';
import type { CachedBlock } from './block-cache.js';
import { FRAME_BYTES } from './block-frame.js';
import type { BlockIndex, IndexPosition } from './block-index.js';
import type { BlockCheck } from './block-reader.js';
import { MOST_PACKED_BYTES } from './codec.js';
import {
  HEAD_SAME_ROW,
  HEAD_SEQUENCE_ID_BACK,
  HEAD_TAGS,
  HEAD_TIMESTAMP_BACK,
  HEAD_TYPE,
  HEAD_VALUE_APART,
  REFERENCE_BYTES,
  REFERENCE_LENGTH,
  RESTART_INTERVAL,
  STORED_TYPES,
  WIDTH_MASK,
  WIDTH_SEQUENCE_ID_SHIFT,
  WIDTHS_ABSOLUTE,
} from './data-block-format.js';
import type { StoreFileInfo } from './trailer.js';

const LONGEST_ROW = 0xffff;
const FIRST_KEY_CAPACITY = 256;

/**
 * Checks each data block when it is first read: its lengths stay inside it, its cells strictly increase (O-2) and lie
 * where the index says, and the trailer tells the truth about them. Then the cursor needs no checks.
 *
 * One walk over the entries without any object per cell.
 */
export class DataBlockCheck implements BlockCheck {
  readonly #path: string;
  readonly #info: StoreFileInfo;
  readonly #index: BlockIndex;
  readonly #first = new CellView();
  readonly #last = new CellView();
  /** The entry that is read now: the bytes of its block, the end of all entries, and the next place. */
  #block!: CachedBlock;
  #end = 0;
  #at = 0;
  /** Cells of the block before this entry, and whether this entry has the row of the last one. */
  #cells = 0;
  #sameRow = false;
  /** Data blocks that were checked, and their cells. */
  #blocksSeen = 0;
  #cellsSeen = 0;

  constructor(path: string, info: StoreFileInfo, index: BlockIndex) {
    this.#path = path;
    this.#info = info;
    this.#index = index;
    this.#last.key = new Uint8Array(FIRST_KEY_CAPACITY);
  }

  check(block: CachedBlock, at: IndexPosition): void {
    this.#block = block;
    this.#cells = 0;
    const fault = this.#faultOfEntries(block) ?? this.#faultOfPlace(at);
    if (fault !== null) throw corruption(this.#path, at.offset, `the data block is damaged: ${fault}`);
    this.#blocksSeen++;
    this.#cellsSeen += this.#cells;
  }

  /** Walks over all entries; returns why they are not those of a data block, or null. */
  #faultOfEntries({ view, start, end }: CachedBlock): string | null {
    const restarts = end - start < 4 ? 0 : view.getUint32(end - 4, true);
    this.#end = end - 4 - 4 * restarts;
    this.#at = start;
    if (restarts === 0 || this.#end <= start) return `${end - start} bytes cannot have ${restarts} restart points`;
    for (; this.#at < this.#end; this.#cells++) {
      const begin = this.#at - start;
      const restart = this.#cells % RESTART_INTERVAL === 0 ? this.#cells / RESTART_INTERVAL : -1;
      if (restart >= restarts || (restart >= 0 && view.getUint32(this.#end + 4 * restart, true) !== begin)) {
        return `the entry at ${begin} is no restart point`;
      }
      const fault = this.#faultOfEntry(restart >= 0);
      if (fault !== null) return `the entry at ${begin} ${fault}`;
    }
    const expected = Math.ceil(this.#cells / RESTART_INTERVAL);
    return restarts === expected ? null : `expected ${expected} restart points, found ${restarts}`;
  }

  /** Why the cells of the block do not belong at `at`, or contradict the trailer; or null. */
  #faultOfPlace(at: IndexPosition): string | null {
    const { minKey, maxKey, dataBlockCount, cellCount } = this.#info;
    const first = this.#first;
    const last = this.#last;
    if (!this.#index.isPlaceOf(at, first, last)) return 'its cells are outside the range that the index states';
    const begins = at.leaf === 0 && at.entry === 0;
    if (begins && !hasRow(first, minKey)) return 'its first row is not the first row that the trailer states';
    const ends = at.leaf + 1 === at.leafCount && at.entry + 1 === at.entryCount;
    if (ends && !hasRow(last, maxKey)) return 'its last row is not the last row that the trailer states';
    const cells = this.#cellsSeen + this.#cells;
    if (this.#blocksSeen + 1 !== dataBlockCount || cells === cellCount) return null;
    return `expected ${cellCount} cells in all blocks, found ${cells}`;
  }

  /** Moves over one entry; returns what is wrong with it, or null. */
  #faultOfEntry(isRestart: boolean): string | null {
    const { bytes } = this.#block;
    const { minTimestamp, maxTimestamp, maxRangeMarkerTimestamp, maxSequenceId } = this.#info;
    const last = this.#last;
    const head = bytes[this.#at] as number;
    const widths = bytes[this.#at + 1] as number;
    const type = STORED_TYPES[head & HEAD_TYPE];
    const sameRow = (head & HEAD_SAME_ROW) !== 0;
    // A restart point shares nothing, and says so in one byte.
    const isAlone = (widths & WIDTHS_ABSOLUTE) !== 0 && !sameRow && bytes[this.#at + 2] === 0;
    if (type === undefined || (isRestart ? !isAlone : (widths & WIDTHS_ABSOLUTE) !== 0))
      return 'has an impossible head';
    this.#at += 2;
    const shared = this.#varint();
    const unshared = this.#varint();
    const rowLength = sameRow ? last.rowLength : this.#varint();
    const valueLength = this.#varint();
    const fromTime = isRestart ? 0 : last.timestamp;
    const timestamp = this.#number(widths & WIDTH_MASK, fromTime, (head & HEAD_TIMESTAMP_BACK) !== 0);
    const width = (widths >>> WIDTH_SEQUENCE_ID_SHIFT) & WIDTH_MASK;
    const fromId = isRestart ? 0 : last.sequenceId;
    const sequenceId = this.#number(width, fromId, (head & HEAD_SEQUENCE_ID_BACK) !== 0);
    const keyAt = this.#at;
    const keyLength = shared + unshared;
    this.#at += unshared;
    this.#moveOverValue(head, valueLength);
    const known = this.#cells === 0 ? 0 : last.rowLength + last.qualifierLength;
    const fits = this.#at <= this.#end && shared <= known && rowLength <= keyLength && rowLength <= LONGEST_ROW;
    if (!fits || (sameRow && shared < rowLength)) return 'has lengths that do not fit';
    if (!(timestamp >= minTimestamp && timestamp <= maxTimestamp && sequenceId >= 0 && sequenceId <= maxSequenceId)) {
      return `has the timestamp ${timestamp} and the sequence id ${sequenceId}`;
    }
    const covers = type === CellType.DeleteColumn || type === CellType.DeleteFamily;
    if (covers && timestamp > maxRangeMarkerTimestamp) return `is a marker with the timestamp ${timestamp}`;
    if (this.#cells > 0) {
      const order = this.#compareKeys(keyAt, shared, keyLength, rowLength);
      if (this.#sameRow !== sameRow && !isRestart) return 'begins a row that has begun before';
      if (order > 0 || (order === 0 && !isAfter(timestamp, type, sequenceId, last))) return 'is out of order';
    }
    this.#remember(keyAt, shared, keyLength, rowLength);
    last.timestamp = timestamp;
    last.sequenceId = sequenceId;
    last.type = type;
    if (this.#cells === 0) this.#rememberFirst(keyAt);
    return null;
  }

  /** Compares row and qualifier of the last entry with those of the next one. Sets `sameRow`. */
  #compareKeys(keyAt: number, shared: number, keyLength: number, rowLength: number): number {
    const { bytes } = this.#block;
    const { key, rowLength: lastRow, qualifierLength } = this.#last;
    const from = keyAt - shared;
    let at = shared < rowLength ? shared : rowLength;
    const rows = rowLength < lastRow ? rowLength : lastRow;
    while (at < rows && bytes[from + at] === key[at]) at++;
    this.#sameRow = at >= rows && rowLength === lastRow;
    if (at < rows) return (key[at] as number) - (bytes[from + at] as number);
    if (rowLength !== lastRow) return lastRow - rowLength;
    const lastLength = lastRow + qualifierLength;
    const keys = keyLength < lastLength ? keyLength : lastLength;
    if (at < shared) at = shared;
    while (at < keys && bytes[from + at] === key[at]) at++;
    return at < keys ? (key[at] as number) - (bytes[from + at] as number) : lastLength - keyLength;
  }

  #remember(keyAt: number, shared: number, keyLength: number, rowLength: number): void {
    const { bytes } = this.#block;
    const last = this.#last;
    if (keyLength > last.key.length) {
      const grown = new Uint8Array(2 * keyLength);
      grown.set(last.key);
      last.key = grown;
    }
    const { key } = last;
    for (let at = shared, from = keyAt; at < keyLength; at++) key[at] = bytes[from++] as number;
    last.rowLength = rowLength;
    last.qualifierOffset = rowLength;
    last.qualifierLength = keyLength - rowLength;
  }

  /** The first entry shares nothing, so its key is in one piece. */
  #rememberFirst(keyAt: number): void {
    const first = this.#first;
    const { rowLength, qualifierLength, timestamp, type, sequenceId } = this.#last;
    first.key = this.#block.bytes;
    first.rowOffset = keyAt;
    first.rowLength = rowLength;
    first.qualifierOffset = keyAt + rowLength;
    first.qualifierLength = qualifierLength;
    first.timestamp = timestamp;
    first.type = type;
    first.sequenceId = sequenceId;
  }

  /** Moves over value and tags; if their lengths are impossible, to infinity. */
  #moveOverValue(head: number, valueLength: number): void {
    const { view } = this.#block;
    if ((head & HEAD_VALUE_APART) === 0) this.#at += valueLength;
    else if (!(this.#at + REFERENCE_BYTES <= this.#end)) this.#at = Number.POSITIVE_INFINITY;
    else {
      const stored = view.getUint32(this.#at + REFERENCE_LENGTH, true) - FRAME_BYTES;
      // Before it is read, a value counts with the length stated here, so that it must be the true one.
      const isPossible = valueLength === stored || (valueLength > stored && valueLength <= MOST_PACKED_BYTES);
      this.#at += isPossible ? REFERENCE_BYTES : Number.POSITIVE_INFINITY;
    }
    if ((head & HEAD_TAGS) === 0) return;
    this.#at += this.#at + 2 <= this.#end ? 2 + view.getUint16(this.#at, true) : Number.POSITIVE_INFINITY;
  }

  /** Outside the block the result is not a number, which fits nowhere. */
  #varint(): number {
    const { bytes } = this.#block;
    let byte = bytes[this.#at++] as number;
    let value = byte & 127;
    if (byte < 128) return value;
    for (let scale = 128; byte > 127; scale *= 128) {
      byte = bytes[this.#at++] as number;
      value += (byte & 127) * scale;
    }
    return byte === undefined ? Number.NaN : value;
  }

  #number(width: number, base: number, back: boolean): number {
    const { bytes } = this.#block;
    let distance = 0;
    for (let index = 0, scale = 1; index < width; index++, scale *= 256) {
      distance += (bytes[this.#at++] as number) * scale;
    }
    return back ? base - distance : base + distance;
  }
}

function hasRow({ key, rowOffset, rowLength }: CellView, row: Uint8Array): boolean {
  return equalRanges(key, rowOffset, rowLength, row, 0, row.length);
}

/** Whether these sort after those of `last`, a cell of the same column. */
function isAfter(timestamp: number, type: number, sequenceId: number, last: CellView): boolean {
  if (timestamp !== last.timestamp) return timestamp < last.timestamp;
  return type !== last.type ? type < last.type : sequenceId < last.sequenceId;
}
