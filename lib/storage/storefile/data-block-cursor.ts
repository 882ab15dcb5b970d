import { corruption } from '../../errors.js';
import { compareRows, compareWithoutRow } from '../../keyvalue/cell-comparator.js';
import { CellView, type ValueApart } from '../../keyvalue/cell-view.js';
import type { CachedBlock } from './block-cache.js';
import { BlockKind, FRAME_CHECK } from './block-frame.js';
import type { BlockReader } from './block-reader.js';
import { commonPrefix } from './common-prefix.js';
import {
  HEAD_SAME_ROW,
  HEAD_SEQUENCE_ID_BACK,
  HEAD_TAGS,
  HEAD_TIMESTAMP_BACK,
  HEAD_TYPE,
  HEAD_VALUE_APART,
  REFERENCE_BYTES,
  REFERENCE_CHECK,
  REFERENCE_LENGTH,
  REFERENCE_ORDINAL,
  STORED_TYPES,
  WIDTH_MASK,
  WIDTH_SEQUENCE_ID_SHIFT,
  WIDTHS_ABSOLUTE,
} from './data-block-format.js';
import { RestartPoints } from './restart-points.js';

const FIRST_KEY_CAPACITY = 256;
/** Shorter runs are copied byte by byte: that is faster than `set` with a subarray, and allocates nothing. */
const SHORT_RUN = 128;
const NO_BLOCK = new Uint8Array(0);
const NO_VIEW = new DataView(NO_BLOCK.buffer);

/** The result of `seekToRowBefore`. */
export const RowBefore = {
  /** Every cell of the block is at or after the row. */
  None: 0,
  /** The cursor is at the first cell of the previous row. */
  FirstCell: 1,
  /** The cursor is at a cell of the previous row, which may begin further back. */
  InRow: 2,
} as const;

export type RowBefore = (typeof RowBefore)[keyof typeof RowBefore];

/**
 * Moves over the cells of one data block; see data-block-format.
 *
 * `view` shows the current cell. Its row and qualifier are rebuilt in a buffer of the cursor; its value is in the
 * block. Invariant: `next` allocates nothing as long as keys fit into that buffer.
 */
export class DataBlockCursor implements ValueApart {
  readonly view: CellView = new CellView();
  readonly #reader: BlockReader;
  #key: Uint8Array = new Uint8Array(FIRST_KEY_CAPACITY);
  #block: CachedBlock | null = null;
  #bytes: Uint8Array = NO_BLOCK;
  #data: DataView = NO_VIEW;
  /** The offset of the next entry. */
  #at = 0;
  #pausedAt = 0;
  /** The offset after the last entry. */
  #end = 0;
  /** The head of the current entry. */
  #head = 0;
  /** Number of leading bytes of the key that the current entry shares with the previous one. */
  #shared = 0;
  readonly #restarts = new RestartPoints();
  /** The current entry's reference to a value block. */
  #referenceAt = 0;
  #valueBlock: CachedBlock | null = null;

  constructor(reader: BlockReader, familyId: number) {
    this.#reader = reader;
    this.view.familyId = familyId;
    this.view.key = this.#key;
  }

  /** Takes ownership of a pinned block, and moves to the position before its first cell. */
  enter(block: CachedBlock): void {
    this.leave();
    this.#block = block;
    this.#bytes = block.bytes;
    this.#data = block.view;
    this.#restarts.enter(block);
    this.#at = block.start;
    this.#end = this.#restarts.entriesEnd;
  }

  /** Releases the block; the view is no longer valid. */
  leave(): void {
    if (this.#valueBlock !== null) this.#releaseValue();
    if (this.#block !== null) this.#reader.release(this.#block);
    this.#block = null;
    this.#bytes = NO_BLOCK;
    this.#data = NO_VIEW;
    this.#at = 0;
    this.#end = 0;
  }

  /** Releases the block but keeps the position, and the row and qualifier of `view`; `resume` continues there. */
  pause(): void {
    const at = this.#at;
    this.leave();
    this.#pausedAt = at;
  }

  /** Takes the same block again after `pause`: `view` is complete again. */
  resume(block: CachedBlock): void {
    const { view } = this;
    this.enter(block);
    this.#at = this.#pausedAt;
    view.value = this.#bytes;
    view.valueView = this.#data;
    if ((this.#head & HEAD_VALUE_APART) !== 0) view.apart = this;
    if ((this.#head & HEAD_TAGS) !== 0) view.tags = this.#bytes;
  }

  /**
   * Moves to the next cell; returns false if the block has no more cells. One long, flat method, because it runs for
   * every cell that is read, and calls of parts of it would cost more than they do.
   */
  next(): boolean {
    let at = this.#at;
    if (at >= this.#end) return false;
    if (this.#valueBlock !== null) this.#releaseValue();
    const bytes = this.#bytes;
    const view = this.view;
    const head = bytes[at] as number;
    const widths = bytes[at + 1] as number;
    this.#head = head;
    let shared = bytes[at + 2] as number;
    at += 3;
    if (shared > 127) {
      shared = this.#longVarint(at, shared);
      at = this.#at;
    }
    let unshared = bytes[at++] as number;
    if (unshared > 127) {
      unshared = this.#longVarint(at, unshared);
      at = this.#at;
    }
    let rowLength = view.rowLength;
    if ((head & HEAD_SAME_ROW) === 0) {
      rowLength = bytes[at++] as number;
      if (rowLength > 127) {
        rowLength = this.#longVarint(at, rowLength);
        at = this.#at;
      }
      view.rowLength = rowLength;
      view.qualifierOffset = rowLength;
    }
    let valueLength = bytes[at++] as number;
    if (valueLength > 127) {
      valueLength = this.#longVarint(at, valueLength);
      at = this.#at;
    }
    const absolute = (widths & WIDTHS_ABSOLUTE) !== 0;
    let end = at + (widths & WIDTH_MASK);
    if (end !== at) {
      let distance = 0;
      for (let scale = 1; at < end; scale *= 256) distance += (bytes[at++] as number) * scale;
      if (absolute) view.timestamp = distance;
      else if ((head & HEAD_TIMESTAMP_BACK) === 0) view.timestamp += distance;
      else view.timestamp -= distance;
    } else if (absolute) view.timestamp = 0;
    end += (widths >>> WIDTH_SEQUENCE_ID_SHIFT) & WIDTH_MASK;
    if (end !== at) {
      let distance = 0;
      for (let scale = 1; at < end; scale *= 256) distance += (bytes[at++] as number) * scale;
      if (absolute) view.sequenceId = distance;
      else if ((head & HEAD_SEQUENCE_ID_BACK) === 0) view.sequenceId += distance;
      else view.sequenceId -= distance;
    } else if (absolute) view.sequenceId = 0;
    view.type = STORED_TYPES[head & HEAD_TYPE] as number;
    this.#shared = shared;
    const keyLength = shared + unshared;
    view.qualifierLength = keyLength - rowLength;
    if (keyLength > this.#key.length) this.#growKey(keyLength, shared);
    const key = this.#key;
    if (unshared < SHORT_RUN) for (let to = shared; to < keyLength; to++) key[to] = bytes[at++] as number;
    else {
      key.set(bytes.subarray(at, at + unshared), shared);
      at += unshared;
    }
    view.value = bytes;
    view.valueView = this.#data;
    view.valueOffset = at;
    view.valueLength = valueLength;
    if ((head & (HEAD_VALUE_APART | HEAD_TAGS)) === 0) {
      view.apart = null;
      view.tagsLength = 0;
      this.#at = at + valueLength;
    } else {
      this.#at = this.#uncommonEnd(at, head, valueLength);
    }
    return true;
  }

  /** Moves to the first cell at or after `to`; returns false if the block has none. */
  seek(to: CellView): boolean {
    const restarts = this.#restarts;
    this.#at = restarts.offsetOf(restarts.find(to, 0));
    return this.#scanTo(to);
  }

  /** Like `seek`. REQUIRES a current cell before `to`. */
  reseek(to: CellView): boolean {
    const restarts = this.#restarts;
    const following = restarts.before(this.#at) + 1;
    if (following < restarts.count && restarts.compare(following, to) <= 0) {
      this.#at = restarts.offsetOf(restarts.find(to, following));
    }
    return this.#scanTo(to);
  }

  /** Whether the block's first cell sorts before `to`. */
  beginsBefore(to: CellView): boolean {
    return this.#restarts.compare(0, to) < 0;
  }

  /**
   * Moves to the row before the row of `to`. REQUIRES that `to` is a first key on a row, so that no cell is equal to
   * it.
   */
  seekToRowBefore(to: CellView): RowBefore {
    const restarts = this.#restarts;
    const from = restarts.offsetOf(restarts.find(to, 0));
    this.#at = from;
    if (!this.next() || compareRows(this.view, to) >= 0) return RowBefore.None;
    let steps = 1;
    let rowStart = 1;
    while (this.next() && compareRows(this.view, to) < 0) {
      steps++;
      if ((this.#head & HEAD_SAME_ROW) === 0) rowStart = steps;
    }
    this.#at = from;
    for (let step = 0; step < rowStart; step++) this.next();
    return rowStart === 1 ? RowBefore.InRow : RowBefore.FirstCell;
  }

  load(into: CellView): void {
    if (this.#valueBlock === null) this.#valueBlock = this.#readValue();
    into.value = this.#valueBlock.bytes;
    into.valueView = this.#valueBlock.view;
    into.valueOffset = this.#valueBlock.start;
  }

  #scanTo(to: CellView): boolean {
    const { view } = this;
    const { key, rowOffset, rowLength } = to;
    if (!this.next()) return false;
    let common = commonPrefix(this.#key, 0, view.rowLength, key, rowOffset, rowLength, 0);
    for (;;) {
      let rows = view.rowLength - rowLength;
      if (common < rowLength && common < view.rowLength) {
        rows = (this.#key[common] as number) - (key[rowOffset + common] as number);
      }
      if (rows > 0) return true;
      // For a row that sorts before the target, only bytes that may differ are compared, up to its end and after it.
      do {
        if (rows === 0 && compareWithoutRow(view, to) >= 0) return true;
        if (!this.next()) return false;
      } while ((this.#head & HEAD_SAME_ROW) !== 0 || (rows < 0 && this.#shared > common));
      common = commonPrefix(this.#key, 0, view.rowLength, key, rowOffset, rowLength, Math.min(common, this.#shared));
    }
  }

  /** Reads the rest of a varint whose first byte is `first`; `this.at` is then after it. */
  #longVarint(from: number, first: number): number {
    const bytes = this.#bytes;
    let at = from;
    let value = first & 127;
    let shift = 7;
    let byte = 0;
    do {
      byte = bytes[at++] as number;
      value += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte > 127);
    this.#at = at;
    return value;
  }

  /** End of an entry that has tags or whose value is stored separately. */
  #uncommonEnd(valueAt: number, head: number, valueLength: number): number {
    const { view } = this;
    let at = valueAt;
    if ((head & HEAD_VALUE_APART) === 0) {
      view.apart = null;
      at += valueLength;
    } else {
      view.apart = this;
      this.#referenceAt = at;
      at += REFERENCE_BYTES;
    }
    if ((head & HEAD_TAGS) === 0) {
      view.tagsLength = 0;
      return at;
    }
    view.tags = this.#bytes;
    view.tagsOffset = at + 2;
    view.tagsLength = this.#data.getUint16(at, true);
    return at + 2 + view.tagsLength;
  }

  #readValue(): CachedBlock {
    const { view } = this;
    const data = this.#data;
    const referenceAt = this.#referenceAt;
    const reader = this.#reader;
    const at = {
      offset: data.getFloat64(referenceAt, true),
      length: data.getUint32(referenceAt + REFERENCE_LENGTH, true),
      ordinal: data.getUint32(referenceAt + REFERENCE_ORDINAL, true),
    };
    const block = reader.uncached(BlockKind.Value, at, null);
    const check = block.view.getUint32(FRAME_CHECK, true);
    const expected = data.getUint32(referenceAt + REFERENCE_CHECK, true);
    const length = block.end - block.start;
    if (check === expected && length === view.valueLength) return block;
    reader.release(block);
    throw corruption(reader.path, at.offset, `expected the value with checksum ${expected}, found ${check}`);
  }

  #releaseValue(): void {
    this.#reader.release(this.#valueBlock as CachedBlock);
    this.#valueBlock = null;
  }

  #growKey(needed: number, kept: number): void {
    const grown = new Uint8Array(Math.max(needed, 2 * this.#key.length));
    grown.set(this.#key.subarray(0, kept));
    this.#key = grown;
    this.view.key = grown;
  }
}
