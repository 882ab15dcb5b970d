import { compareRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { CachedBlock } from './block-cache.js';
import { commonPrefix } from './common-prefix.js';
import { HEAD_TYPE, STORED_TYPES, WIDTH_MASK, WIDTH_SEQUENCE_ID_SHIFT } from './data-block-format.js';

/** Size of head, widths and the shared length, which is 0 here and therefore one byte. */
const LENGTHS_AT = 3;

/** The restart points of one data block; see data-block-format. Their cells can be compared without being copied. */
export class RestartPoints {
  count = 0;
  /** Offset after the last entry of the block. */
  entriesEnd = 0;
  #bytes: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #start = 0;
  /** Result of the last `compare`. */
  #common = 0;

  /** Uses the restart points of this block until the next call. */
  enter({ bytes, view, start, end }: CachedBlock): void {
    this.#bytes = bytes;
    this.#view = view;
    this.#start = start;
    this.count = view.getUint32(end - 4, true);
    this.entriesEnd = end - 4 - 4 * this.count;
  }

  /** The offset of the entry. */
  offsetOf(index: number): number {
    return this.#start + this.#view.getUint32(this.entriesEnd + 4 * index, true);
  }

  /** The last restart point before `offset`. */
  before(offset: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.offsetOf(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The last restart point, starting at `low`, whose cell is not after `to`; else `low`. */
  find(to: CellView, low: number): number {
    let first = low + 1;
    let behind = this.count;
    let firstCommon = 0;
    let behindCommon = 0;
    while (first < behind) {
      const middle = (first + behind) >>> 1;
      const order = this.compare(middle, to, Math.min(firstCommon, behindCommon));
      if (order <= 0) {
        first = middle + 1;
        firstCommon = this.#common;
      } else {
        behind = middle;
        behindCommon = this.#common;
      }
    }
    return first - 1;
  }

  /**
   * Compares a restart point's cell with `to`. REQUIRES that the first `known` bytes of their rows are equal. Sets
   * `common` to the number of equal leading bytes.
   */
  compare(index: number, to: CellView, known = 0): number {
    const bytes = this.#bytes;
    const offset = this.offsetOf(index);
    let at = offset + LENGTHS_AT;
    const keyLength = varintAt(bytes, at);
    at = varintEnd(bytes, at);
    const rowLength = varintAt(bytes, at);
    at = varintEnd(bytes, varintEnd(bytes, at));
    const widths = bytes[offset + 1] as number;
    const row = at + (widths & WIDTH_MASK) + ((widths >>> WIDTH_SEQUENCE_ID_SHIFT) & WIDTH_MASK);
    const { key, rowOffset } = to;
    const common = commonPrefix(bytes, row, rowLength, key, rowOffset, to.rowLength, known);
    this.#common = common;
    if (common < rowLength && common < to.rowLength) {
      return (bytes[row + common] as number) - (key[rowOffset + common] as number);
    }
    if (rowLength !== to.rowLength) return rowLength - to.rowLength;
    const length = keyLength - rowLength;
    const order = compareRanges(bytes, row + rowLength, length, key, to.qualifierOffset, to.qualifierLength);
    return order !== 0 ? order : compareNumbers(bytes, offset, at, to);
  }
}

/** Compares the part after row and qualifier in the order of cells: timestamp, type, sequence id. */
function compareNumbers(bytes: Uint8Array, offset: number, numbersAt: number, to: CellView): number {
  const widths = bytes[offset + 1] as number;
  const timestampWidth = widths & WIDTH_MASK;
  const timestamp = numberAt(bytes, numbersAt, timestampWidth);
  if (timestamp !== to.timestamp) return timestamp > to.timestamp ? -1 : 1;
  const type = STORED_TYPES[(bytes[offset] as number) & HEAD_TYPE] as number;
  if (type !== to.type) return to.type - type;
  const sequenceIdWidth = (widths >>> WIDTH_SEQUENCE_ID_SHIFT) & WIDTH_MASK;
  const sequenceId = numberAt(bytes, numbersAt + timestampWidth, sequenceIdWidth);
  return sequenceId === to.sequenceId ? 0 : sequenceId > to.sequenceId ? -1 : 1;
}

function numberAt(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = width - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] as number);
  return value;
}

function varintAt(bytes: Uint8Array, at: number): number {
  let byte = bytes[at] as number;
  if (byte < 128) return byte;
  let value = byte & 127;
  for (let next = at + 1, shift = 7; byte > 127; next++, shift += 7) {
    byte = bytes[next] as number;
    value |= (byte & 127) << shift;
  }
  return value;
}

/** Offset after the varint at `at`. */
function varintEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while ((bytes[end] as number) > 127) end++;
  return end + 1;
}
