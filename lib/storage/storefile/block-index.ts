import { compareRanges } from '../../bytes/compare.js';
import { corruption } from '../../errors.js';
import { CellView } from '../../keyvalue/cell-view.js';
import type { CachedBlock } from './block-cache.js';
import { BlockKind, type BlockLocation } from './block-frame.js';
import { faultOfIndexBlock } from './block-index-check.js';
import { entryAt, entryCount, readKey, sameKeys } from './block-index-entries.js';
import {
  ENTRY_CELL_KEY,
  ENTRY_KEY,
  ENTRY_KIND,
  ENTRY_LENGTH,
  ENTRY_ORDINAL,
  ENTRY_QUALIFIER_LENGTH,
  ENTRY_ROW_LENGTH,
  ENTRY_SEQUENCE_ID,
  ENTRY_TIMESTAMP,
  ENTRY_TYPE,
  type IndexLayout,
} from './block-index-format.js';
import type { BlockCheck, BlockReader } from './block-reader.js';
import { commonPrefix } from './common-prefix.js';
import { SeparatorKind } from './last-key.js';

/** A reusable position in an index. Before the first `seek` it has no position. */
export class IndexPosition implements BlockLocation {
  /** The current block. */
  offset = 0;
  length = 0;
  ordinal = -1;
  /** The index of the entry in the leaf, and the number of entries. */
  entry = 0;
  entryCount = 0;
  /** The index of the leaf's entry in the root; 0 if the leaf is the root. */
  leaf = 0;
  leafCount = 1;
  leafOffset = 0;
  leafLength = 0;
  leafOrdinal = 0;
}

/**
 * Finds blocks by key; see block-index-format. Leaves are read through the cache when they are needed.
 *
 * Each block of the index is checked when it is first read: its entries are in order, and those of a leaf lie where the
 * root says. So a search always ends at the one block that can hold the key, or throws CORRUPTION.
 */
export class BlockIndex implements BlockCheck {
  readonly #reader: BlockReader;
  readonly #layout: IndexLayout;
  /** The number of entries of all leaves; null if it is not known. */
  readonly #entries: number | null;
  /** Result of the last `compare`. */
  #common = 0;
  readonly #leafAt = { offset: 0, length: 0, ordinal: 0 };
  /** The place in the root of the leaf that is read now. */
  #leaf = 0;
  /** Leaves that were checked, and their entries. */
  #leavesSeen = 0;
  #entriesSeen = 0;
  readonly #key = new CellView();

  constructor(reader: BlockReader, layout: IndexLayout, entries: number | null) {
    this.#reader = reader;
    this.#layout = layout;
    this.#entries = entries;
  }

  /** Checks a block of the index itself. */
  check(block: CachedBlock, { offset, ordinal }: BlockLocation): void {
    const { levels, root } = this.#layout;
    const isRoot = levels === 2 && ordinal === root.ordinal;
    const fault = faultOfIndexBlock(block) ?? this.#faultOfOrder(block) ?? (isRoot ? null : this.#faultOfLeaf(block));
    if (fault !== null) throw corruption(this.#reader.path, offset, `the index is damaged: ${fault}`);
  }

  /** Moves to the last block whose key is not after `to`, else to the first block. */
  seek(position: IndexPosition, to: CellView): void {
    if (this.#layout.levels === 2) {
      const root = this.#root();
      enterLeaf(position, root, Math.max(0, this.#find(root, to)));
      this.#reader.release(root);
    } else {
      this.#enterOnlyLeaf(position);
    }
    const leaf = this.#leafOf(position);
    enterEntry(position, leaf, Math.max(0, this.#find(leaf, to)));
    this.#reader.release(leaf);
  }

  /** Moves to the next block; returns false, and does not move, if there is none. */
  next(position: IndexPosition): boolean {
    let entry = position.entry + 1;
    if (entry >= position.entryCount) {
      if (position.leaf + 1 >= position.leafCount) return false;
      this.#moveLeaf(position, position.leaf + 1);
      entry = 0;
    }
    const leaf = this.#leafOf(position);
    enterEntry(position, leaf, entry);
    this.#reader.release(leaf);
    return true;
  }

  /** Moves to the previous block; returns false, and does not move, if there is none. */
  previous(position: IndexPosition): boolean {
    const left = position.entry === 0;
    if (left) {
      if (position.leaf === 0) return false;
      this.#moveLeaf(position, position.leaf - 1);
    }
    const leaf = this.#leafOf(position);
    enterEntry(position, leaf, left ? entryCount(leaf) - 1 : position.entry - 1);
    this.#reader.release(leaf);
    return true;
  }

  /** Whether the block at `position` is the place of the cells from `first` to `last`. */
  isPlaceOf(position: IndexPosition, first: CellView, last: CellView): boolean {
    const reader = this.#reader;
    const { blocksFound } = reader;
    const leaf = this.#leafOf(position);
    const begins = this.#compare(leaf, position.entry, first, 0) <= 0;
    reader.release(leaf);
    const holds = begins && !this.nextIsNotBehind(position, last);
    // Only reads count.
    reader.blocksFound = blocksFound;
    return holds;
  }

  /** The row of the key of the current block: not after any row in it, and not before any row in earlier blocks. */
  rowOf(position: IndexPosition): Uint8Array {
    const leaf = this.#leafOf(position);
    const row = readKey(new CellView(), leaf, position.entry).copyRow();
    this.#reader.release(leaf);
    return row;
  }

  /** Whether there is a next block and its key is not after `to`. */
  nextIsNotBehind(position: IndexPosition, to: CellView): boolean {
    let block: CachedBlock;
    let entry: number;
    if (position.entry + 1 < position.entryCount) {
      block = this.#leafOf(position);
      entry = position.entry + 1;
    } else if (position.leaf + 1 < position.leafCount) {
      block = this.#root();
      entry = position.leaf + 1;
    } else {
      return false;
    }
    const answer = this.#compare(block, entry, to, 0) <= 0;
    this.#reader.release(block);
    return answer;
  }

  /** The last entry whose key is not after `to`, or -1. */
  #find(block: CachedBlock, to: CellView): number {
    let low = 0;
    let high = entryCount(block);
    let lowCommon = 0;
    let highCommon = 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(block, middle, to, Math.min(lowCommon, highCommon));
      if (order <= 0) {
        low = middle + 1;
        lowCommon = this.#common;
      } else {
        high = middle;
        highCommon = this.#common;
      }
    }
    return low - 1;
  }

  /**
   * Negative or zero if the entry's key is not after `to`. REQUIRES that the first `known` bytes of the rows are equal.
   * Sets `common` to the number of equal leading bytes.
   */
  #compare(block: CachedBlock, entry: number, to: CellView, known: number): number {
    const { bytes, view } = block;
    const at = entryAt(block, entry);
    const kind = bytes[at + ENTRY_KIND];
    const rowLength = view.getUint16(at + ENTRY_ROW_LENGTH, true);
    const row = at + (kind === SeparatorKind.Cell ? ENTRY_CELL_KEY : ENTRY_KEY);
    const { key, rowOffset } = to;
    const common = commonPrefix(bytes, row, rowLength, key, rowOffset, to.rowLength, known);
    this.#common = common;
    if (common < rowLength && common < to.rowLength) {
      return (bytes[row + common] as number) - (key[rowOffset + common] as number);
    }
    if (rowLength !== to.rowLength || kind === SeparatorKind.Row) return rowLength - to.rowLength;
    const length = view.getUint32(at + ENTRY_QUALIFIER_LENGTH, true);
    const order = compareRanges(bytes, row + rowLength, length, key, to.qualifierOffset, to.qualifierLength);
    return order !== 0 || kind === SeparatorKind.Column ? order : compareNumbers(block, at, to);
  }

  #leafOf(position: IndexPosition): CachedBlock {
    const leafAt = this.#leafAt;
    leafAt.offset = position.leafOffset;
    leafAt.length = position.leafLength;
    leafAt.ordinal = position.leafOrdinal;
    this.#leaf = position.leaf;
    return this.#reader.block(BlockKind.Index, leafAt, this);
  }

  #root(): CachedBlock {
    return this.#reader.block(BlockKind.Index, this.#layout.root, this);
  }

  /** Why the keys of the block's entries are not in order, or null. */
  #faultOfOrder(block: CachedBlock): string | null {
    const count = entryCount(block);
    for (let entry = 1; entry < count; entry++) {
      if (this.#compare(block, entry, readKey(this.#key, block, entry - 1), 0) <= 0)
        return `entry ${entry} is out of order`;
    }
    return null;
  }

  /** Why the leaf is not the one that its entry in the root describes, or null. */
  #faultOfLeaf(leaf: CachedBlock): string | null {
    const { levels } = this.#layout;
    const count = entryCount(leaf);
    let leaves = 1;
    if (levels === 2) {
      const root = this.#root();
      leaves = entryCount(root);
      const next = this.#leaf + 1;
      const begins = sameKeys(root, this.#leaf, leaf, 0);
      const ends = next === leaves || this.#compare(root, next, readKey(this.#key, leaf, count - 1), 0) > 0;
      this.#reader.release(root);
      if (!begins || !ends) return 'the keys of the leaf are not those of its entry in the root';
    }
    const total = this.#entriesSeen + count;
    if (this.#entries !== null && this.#leavesSeen + 1 === leaves && total !== this.#entries) {
      return `the index has ${total} entries, the trailer states ${this.#entries} data blocks`;
    }
    this.#leavesSeen++;
    this.#entriesSeen = total;
    return null;
  }

  #moveLeaf(position: IndexPosition, leaf: number): void {
    const root = this.#root();
    enterLeaf(position, root, leaf);
    this.#reader.release(root);
  }

  #enterOnlyLeaf(position: IndexPosition): void {
    const { root } = this.#layout;
    position.leafOffset = root.offset;
    position.leafLength = root.length;
    position.leafOrdinal = root.ordinal;
  }
}

function enterLeaf(position: IndexPosition, root: CachedBlock, entry: number): void {
  const at = entryAt(root, entry);
  position.leaf = entry;
  position.leafCount = entryCount(root);
  position.leafOffset = root.view.getFloat64(at, true);
  position.leafLength = root.view.getUint32(at + ENTRY_LENGTH, true);
  position.leafOrdinal = root.view.getUint32(at + ENTRY_ORDINAL, true);
}

function enterEntry(position: IndexPosition, leaf: CachedBlock, entry: number): void {
  const at = entryAt(leaf, entry);
  position.entry = entry;
  position.entryCount = entryCount(leaf);
  position.offset = leaf.view.getFloat64(at, true);
  position.length = leaf.view.getUint32(at + ENTRY_LENGTH, true);
  position.ordinal = leaf.view.getUint32(at + ENTRY_ORDINAL, true);
}

/** Compares the part after row and qualifier, in the order of cells. */
function compareNumbers({ bytes, view }: CachedBlock, at: number, to: CellView): number {
  const timestamp = view.getFloat64(at + ENTRY_TIMESTAMP, true);
  if (timestamp !== to.timestamp) return timestamp > to.timestamp ? -1 : 1;
  const type = bytes[at + ENTRY_TYPE] as number;
  if (type !== to.type) return to.type - type;
  return view.getFloat64(at + ENTRY_SEQUENCE_ID, true) >= to.sequenceId ? -1 : 1;
}
