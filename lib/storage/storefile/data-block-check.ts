import { equalRanges } from '../../bytes/compare.js';
import { corruption } from '../../errors.js';
import { CellView } from '../../keyvalue/cell-view.js';
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
/** After the end of any block. All lengths and offsets are integers of 31 bits, which are faster than other numbers. */
const NOWHERE = 0x3fff_ffff;
const FIRST_KEY_CAPACITY = 256;
/** The code of DeleteColumn; after it comes DeleteFamily. */
const FIRST_RANGE_MARKER = 3;

/** What the cells of a file may have. */
type CellLimits = Pick<StoreFileInfo, 'minTimestamp' | 'maxTimestamp' | 'maxRangeMarkerTimestamp' | 'maxSequenceId'>;

/** Describes where each cell of a file belongs. */
interface Place {
  readonly info: StoreFileInfo;
  readonly index: BlockIndex;
}

/**
 * Checks each data block when it is first read: its lengths stay inside it, its cells strictly increase (O-2) and lie
 * where the index says, and the trailer tells the truth about them. Then the cursor needs no checks.
 *
 * One walk over the entries without any object per cell.
 */
export class DataBlockCheck implements BlockCheck {
  readonly #path: string;
  readonly #info: CellLimits;
  readonly #place: Place | null;
  readonly #first = new CellView();
  readonly #last = new CellView();
  /** Cells of the block. */
  #cells = 0;
  /** The offset after the varint that was read last. */
  #at = 0;
  /** Data blocks that were checked, and their cells. */
  #blocksSeen = 0;
  #cellsSeen = 0;

  /** `place`: null if the trailer and the index of the file cannot be read; then only the cells are checked. */
  constructor(path: string, info: CellLimits, place: Place | null) {
    this.#path = path;
    this.#info = info;
    this.#place = place;
    this.#last.key = new Uint8Array(FIRST_KEY_CAPACITY);
  }

  check(block: CachedBlock, at: IndexPosition): void {
    const fault = this.#faultOfEntries(block) ?? (this.#place && this.#faultOfPlace(at, this.#place));
    if (fault !== null) throw corruption(this.#path, at.offset, `the data block is damaged: ${fault}`);
    this.#blocksSeen++;
    this.#cellsSeen += this.#cells;
  }

  /**
   * Walks over all entries; returns why they are not those of a data block, or null. One long, flat method, like the
   * cursor's `next`: it runs for every cell of a file that is read for the first time. Bytes outside the block are not
   * numbers, and fit nowhere.
   */
  #faultOfEntries({ bytes, view, start, end }: CachedBlock): string | null {
    const { minTimestamp, maxTimestamp, maxRangeMarkerTimestamp, maxSequenceId } = this.#info;
    const restarts = end - start < 4 ? 0 : view.getInt32(end - 4, true);
    const stop = (end - 4 - 4 * restarts) | 0;
    if (restarts <= 0 || restarts > end - start || stop <= start)
      return `${end - start} bytes cannot have ${restarts} restart points`;
    let { key } = this.#last;
    let at = start;
    let cells = 0;
    let lastRow = 0;
    let lastLength = 0;
    let lastCode = 0;
    let timestamp = 0;
    let sequenceId = 0;
    for (; at < stop; cells++) {
      const begin = at - start;
      const head = bytes[at] as number;
      const widths = bytes[at + 1] as number;
      const code = head & HEAD_TYPE;
      const sameRow = (head & HEAD_SAME_ROW) !== 0;
      const isRestart = (cells & (RESTART_INTERVAL - 1)) === 0;
      if (isRestart) {
        const restart = (cells / RESTART_INTERVAL) | 0;
        const isListed = restart < restarts && view.getUint32(stop + 4 * restart, true) === begin;
        // It shares nothing, and says so in one byte.
        const isAlone = (widths & WIDTHS_ABSOLUTE) !== 0 && !sameRow && bytes[at + 2] === 0;
        if (!isListed || !isAlone) return `the entry at ${begin} is not a restart point`;
      } else if ((widths & WIDTHS_ABSOLUTE) !== 0) return `the entry at ${begin} is a restart point`;
      let shared = bytes[at + 2] as number;
      at += 3;
      if (shared > 127) {
        shared = this.#varint(bytes, at - 1);
        at = this.#at;
      }
      let unshared = bytes[at++] as number;
      if (unshared > 127) {
        unshared = this.#varint(bytes, at - 1);
        at = this.#at;
      }
      let rowLength = lastRow;
      if (!sameRow) {
        rowLength = bytes[at++] as number;
        if (rowLength > 127) {
          rowLength = this.#varint(bytes, at - 1);
          at = this.#at;
        }
      }
      let valueLength = bytes[at++] as number;
      if (valueLength > 127) {
        valueLength = this.#varint(bytes, at - 1);
        at = this.#at;
      }
      const lastTimestamp = timestamp;
      const lastSequenceId = sequenceId;
      if (isRestart) {
        timestamp = 0;
        sequenceId = 0;
      }
      let to = at + (widths & WIDTH_MASK);
      if (at < to) {
        let distance = bytes[at++] as number;
        for (let scale = 256; at < to; scale *= 256) distance += (bytes[at++] as number) * scale;
        if ((head & HEAD_TIMESTAMP_BACK) === 0) timestamp += distance;
        else timestamp -= distance;
      }
      to += (widths >>> WIDTH_SEQUENCE_ID_SHIFT) & WIDTH_MASK;
      if (at < to) {
        let distance = bytes[at++] as number;
        for (let scale = 256; at < to; scale *= 256) distance += (bytes[at++] as number) * scale;
        if ((head & HEAD_SEQUENCE_ID_BACK) === 0) sequenceId += distance;
        else sequenceId -= distance;
      }
      const keyAt = at;
      const keyLength = shared + unshared;
      // A length is negative if it is impossible.
      const isPossible = (shared | unshared | rowLength | valueLength) >= 0 && rowLength <= keyLength;
      const mayShare = shared <= lastLength && (!sameRow || shared >= rowLength);
      at += unshared;
      if ((head & (HEAD_VALUE_APART | HEAD_TAGS)) === 0) at += valueLength;
      else at = uncommonEnd(view, at, stop, head, valueLength);
      if (!(isPossible && mayShare && at <= stop && rowLength <= LONGEST_ROW)) {
        return `the lengths of the entry at ${begin} do not fit`;
      }
      if (!(timestamp >= minTimestamp && timestamp <= maxTimestamp && sequenceId >= 0 && sequenceId <= maxSequenceId)) {
        return `the entry at ${begin} has the timestamp ${timestamp} and the sequence id ${sequenceId}`;
      }
      if (code >= STORED_TYPES.length || (code >= FIRST_RANGE_MARKER && timestamp > maxRangeMarkerTimestamp)) {
        return `the entry at ${begin} has the type ${code} and the timestamp ${timestamp}`;
      }
      if (keyLength > key.length) key = this.#growKey(keyLength);
      // The key's bytes from `shared` on are compared with those of the last key, up to the first that differs.
      const keys = keyLength < lastLength ? keyLength : lastLength;
      let next = keyAt;
      let differs = shared;
      while (differs < keys && bytes[next] === key[differs]) {
        differs++;
        next++;
      }
      if (cells > 0) {
        const isSameRow = rowLength === lastRow && differs >= rowLength;
        if (isSameRow !== sameRow && !isRestart) return `the entry at ${begin} begins a row that has begun before`;
        const order = isSameRow ? lastLength - keyLength : lastRow - rowLength;
        const compared = isSameRow ? keys : Math.min(rowLength, lastRow);
        const isAfter =
          differs < compared
            ? (bytes[next] as number) > (key[differs] as number)
            : order !== 0
              ? order < 0
              : timestamp !== lastTimestamp
                ? timestamp < lastTimestamp
                : code !== lastCode
                  ? code < lastCode
                  : sequenceId < lastSequenceId;
        if (!isAfter) return `the entry at ${begin} is out of order`;
      }
      for (; differs < keyLength; differs++) key[differs] = bytes[next++] as number;
      lastRow = rowLength;
      lastLength = keyLength;
      lastCode = code;
      if (cells === 0) setKey(this.#first, bytes, keyAt, rowLength, keyLength, timestamp, code, sequenceId);
    }
    setKey(this.#last, key, 0, lastRow, lastLength, timestamp, lastCode, sequenceId);
    this.#cells = cells;
    const expected = Math.ceil(cells / RESTART_INTERVAL);
    return restarts === expected ? null : `expected ${expected} restart points, found ${restarts}`;
  }

  /** Why the cells of the block do not belong at `at`, or contradict the trailer; or null. */
  #faultOfPlace(at: IndexPosition, { info, index }: Place): string | null {
    const { minKey, maxKey, dataBlockCount, cellCount } = info;
    const first = this.#first;
    const last = this.#last;
    if (!index.isPlaceOf(at, first, last)) return 'its cells are outside the range that the index states';
    const begins = at.leaf === 0 && at.entry === 0;
    if (begins && !hasRow(first, minKey)) return 'its first row is not the first row that the trailer states';
    const ends = at.leaf + 1 === at.leafCount && at.entry + 1 === at.entryCount;
    if (ends && !hasRow(last, maxKey)) return 'its last row is not the last row that the trailer states';
    const cells = this.#cellsSeen + this.#cells;
    if (this.#blocksSeen + 1 !== dataBlockCount || cells === cellCount) return null;
    return `expected ${cellCount} cells in all blocks, found ${cells}`;
  }

  /** The number at `from`, which has several bytes; `at` is then after it. Negative if no length is that large. */
  #varint(bytes: Uint8Array, from: number): number {
    let at = from;
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = bytes[at++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) {
        this.#at = at;
        return shift < 28 || byte < 8 ? value : -1;
      }
    }
    this.#at = at;
    return -1;
  }

  #growKey(needed: number): Uint8Array {
    const last = this.#last;
    const grown = new Uint8Array(2 * needed);
    grown.set(last.key);
    last.key = grown;
    return grown;
  }
}

/** The end of value and tags of an entry; NOWHERE if their lengths are impossible. */
function uncommonEnd(view: DataView, valueAt: number, stop: number, head: number, valueLength: number): number {
  let at = valueAt + valueLength;
  if ((head & HEAD_VALUE_APART) !== 0) {
    if (!(valueAt + REFERENCE_BYTES <= stop)) return NOWHERE;
    const stored = view.getUint32(valueAt + REFERENCE_LENGTH, true) - FRAME_BYTES;
    // Before it is read, a value counts with the length stated here, so that it must be the true one.
    const isPossible = valueLength === stored || (valueLength > stored && valueLength <= MOST_PACKED_BYTES);
    if (!isPossible) return NOWHERE;
    at = valueAt + REFERENCE_BYTES;
  }
  if ((head & HEAD_TAGS) === 0) return at;
  return at + 2 <= stop ? at + 2 + view.getUint16(at, true) : NOWHERE;
}

function setKey(
  view: CellView,
  key: Uint8Array,
  at: number,
  rowLength: number,
  keyLength: number,
  timestamp: number,
  code: number,
  sequenceId: number,
): void {
  view.key = key;
  view.rowOffset = at;
  view.rowLength = rowLength;
  view.qualifierOffset = at + rowLength;
  view.qualifierLength = keyLength - rowLength;
  view.timestamp = timestamp;
  view.type = STORED_TYPES[code] as number;
  view.sequenceId = sequenceId;
}

function hasRow({ key, rowOffset, rowLength }: CellView, row: Uint8Array): boolean {
  return equalRanges(key, rowOffset, rowLength, row, 0, row.length);
}
