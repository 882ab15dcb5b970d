/*
 * A sorted set of cells in memory.
 *
 * Cells are stored in a slab, encoded, and never move. Their order is a list of leaves, each an array of up to 256
 * addresses:
 *
 *   leaves   [ · | · | · ]             leaf   [ count | address | address | … ]
 *              |   |   `-> leaf
 *              |   `-> leaf            every leaf contains at least one address;
 *              `-> leaf                all its cells sort before those of the next leaf
 *
 * A single leaf grows with its cells, so that a family with few cells needs little memory; of several, each has its
 * full size.
 *
 * Invariants:
 *  1. Cells strictly increase (O-2); an equal cell, sequence id included, replaces the older one (O-7).
 *  2. `version` changes whenever an address may have changed its place, so that scanners can find their positions
 *     again.
 *  3. Only `rollback` removes cells, and only cells that were visible to the failed group alone.
 */
import { compareWithEncoded } from '../../keyvalue/cell-comparator.js';
import { type CellBuffer, encodedCellLength, hasImplicitTime, readCell } from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { type ScannedSegment, type SegmentPosition, SegmentScanner } from './segment-scanner.js';
import { CHUNK_SHIFT, OFFSET_MASK, Slab, type SlabMark, type SlabPool } from './slab.js';

export const LEAF_CELLS = 256;
/** The size of the first leaf when it is made. */
const FIRST_LEAF_CELLS = 16;
/** What a JavaScript engine adds to the bytes of a small typed array: header, buffer, bookkeeping of the allocator. */
const ARRAY_BYTES = 200;

/** A state of a segment to which it can return. */
export interface SegmentMark {
  readonly slab: SlabMark;
  readonly cellCount: number;
  readonly minSequenceId: number;
}

export class Segment implements ScannedSegment {
  cellCount = 0;
  /** The smallest sequence id of its cells; Infinity if it is empty. */
  minSequenceId: number = Number.POSITIVE_INFINITY;
  /** No cell whose timestamp the engine did not assign has a larger one. */
  maxForeignTime = -1;
  /** For scanners: the order of the cells, and a number that changes with it. */
  readonly leaves: Int32Array[] = [];
  version = 0;
  readonly #slab: Slab;
  readonly #probe: CellView = new CellView();
  /** The position of the cell that was inserted last. */
  readonly #position: SegmentPosition = { leaf: 0, index: 1 };
  #references = 1;
  #frozen = false;

  constructor(pool: SlabPool) {
    this.#slab = new Slab(pool);
  }

  /** Bytes of its cells and of their order. Unused space in their chunks counts only in `SlabPool.usedBytes`. */
  get bytes(): number {
    const { leaves } = this;
    return this.#slab.filledBytes + leaves.length * (ARRAY_BYTES + (leaves[0]?.byteLength ?? 0));
  }

  get isEmpty(): boolean {
    return this.cellCount === 0;
  }

  /** Copies the encoded cell at `offset`. REQUIRES that the segment is not frozen. */
  insert(from: CellBuffer, offset: number): void {
    if (this.#frozen) throw new Error('A frozen segment does not accept cells');
    const probe = this.#probe;
    const position = this.#position;
    readCell(probe, from, offset);
    if (probe.timestamp > this.maxForeignTime && !hasImplicitTime(probe)) this.maxForeignTime = probe.timestamp;
    const replaces = !this.#isNext(probe) && this.locate(probe, position);
    const address = this.#slab.append(from, offset, encodedCellLength(from.view, offset));
    if (replaces) {
      (this.leaves[position.leaf] as Int32Array)[position.index] = address;
      return;
    }
    this.#place(position, address);
    this.version++;
    this.cellCount++;
    if (probe.sequenceId < this.minSequenceId) this.minSequenceId = probe.sequenceId;
  }

  /** A scanner over all its cells, including later ones: readers ignore cells beyond their read point. */
  scanner(order: number): KeyValueScanner {
    return new SegmentScanner(this, order);
  }

  /**
   * Finds the position of the first cell at or after `key`. `into` is one past the last cell of a leaf if that cell is
   * in the next leaf or does not exist. Returns true if there is an equal cell at the position.
   */
  locate(key: CellView, into: SegmentPosition): boolean {
    const { leaves } = this;
    let low = 0;
    let high = leaves.length - 1;
    // The last leaf whose first cell is not after the key.
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#compareWith(key, (leaves[middle] as Int32Array)[1] as number) >= 0) low = middle;
      else high = middle - 1;
    }
    into.leaf = low;
    into.index = 1;
    const leaf = leaves[low];
    return leaf !== undefined && this.#locateInLeaf(key, leaf, into);
  }

  /** Sets `into` to the cell at an address. */
  load(into: CellView, address: number): void {
    readCell(into, this.#slab.chunks[address >>> CHUNK_SHIFT] as CellBuffer, address & OFFSET_MASK);
  }

  /** The current state. */
  mark(): SegmentMark {
    return { slab: this.#slab.mark(), cellCount: this.cellCount, minSequenceId: this.minSequenceId };
  }

  /**
   * Removes every cell inserted after `mark`. Takes linear time; used for the rare group whose log write failed.
   * REQUIRES that no cell from before the mark was replaced since, which is true if sequence ids increase, and that no
   * scanner is at a removed cell.
   */
  rollback(mark: SegmentMark): void {
    let kept = 0;
    for (const leaf of this.leaves) {
      let count = 0;
      for (let index = 1; index <= (leaf[0] as number); index++) {
        const address = leaf[index] as number;
        if (!this.#slab.isAfter(address, mark.slab)) leaf[++count] = address;
      }
      leaf[0] = count;
      if (count > 0) this.leaves[kept++] = leaf;
    }
    this.leaves.length = kept;
    this.version++;
    this.#slab.rollback(mark.slab);
    this.cellCount = mark.cellCount;
    this.minSequenceId = mark.minSequenceId;
  }

  /** Accepts no more cells. */
  freeze(): void {
    this.#frozen = true;
  }

  retain(): void {
    this.#references++;
  }

  /** Drops a reference. The last one returns the chunks to the pool; no scanner may be used after that. */
  release(): void {
    this.#references--;
    if (this.#references > 0) return;
    this.#frozen = true;
    this.leaves.length = 0;
    this.version++;
    this.#slab.release();
  }

  /**
   * Whether `key` belongs directly after the cell inserted last, as the cells of one row do when they are written in
   * order; `position` is then its position. Saves the search.
   */
  #isNext(key: CellView): boolean {
    const { leaves } = this;
    const position = this.#position;
    const leaf = leaves[position.leaf];
    if (leaf === undefined || position.index > (leaf[0] as number)) return false;
    if (this.#compareWith(key, leaf[position.index] as number) <= 0) return false;
    const following = position.index < (leaf[0] as number) ? leaf[position.index + 1] : leaves[position.leaf + 1]?.[1];
    if (following !== undefined && this.#compareWith(key, following) >= 0) return false;
    position.index++;
    return true;
  }

  #locateInLeaf(key: CellView, leaf: Int32Array, into: SegmentPosition): boolean {
    let low = 1;
    let high = (leaf[0] as number) + 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compareWith(key, leaf[middle] as number);
      if (order === 0) {
        into.index = middle;
        return true;
      }
      if (order > 0) low = middle + 1;
      else high = middle;
    }
    into.index = low;
    return false;
  }

  #compareWith(key: CellView, address: number): number {
    return compareWithEncoded(key, this.#slab.chunks[address >>> CHUNK_SHIFT] as CellBuffer, address & OFFSET_MASK);
  }

  /** Inserts an address at `at`, which is its position afterwards, even if the leaf had to be split. */
  #place(at: SegmentPosition, address: number): void {
    const { leaves } = this;
    let leaf = leaves[at.leaf] ?? newLeaf(leaves, 0, FIRST_LEAF_CELLS);
    if (leaf[0] === leaf.length - 1 && leaf[0] < LEAF_CELLS) leaf = enlarged(leaves);
    if (leaf[0] === LEAF_CELLS) {
      const isLast = at.leaf === leaves.length - 1;
      const upper = newLeaf(leaves, at.leaf + 1, LEAF_CELLS);
      // Cells that are inserted in order leave full leaves.
      const stay = isLast && at.index > LEAF_CELLS ? LEAF_CELLS : LEAF_CELLS / 2;
      upper.set(leaf.subarray(stay + 1), 1);
      upper[0] = LEAF_CELLS - stay;
      leaf[0] = stay;
      if (at.index > stay) {
        leaf = upper;
        at.leaf++;
        at.index -= stay;
      }
    }
    const count = leaf[0] as number;
    leaf.copyWithin(at.index + 1, at.index, count + 1);
    leaf[at.index] = address;
    leaf[0] = count + 1;
  }
}

function newLeaf(leaves: Int32Array[], at: number, cells: number): Int32Array {
  const leaf = new Int32Array(cells + 1);
  leaves.splice(at, 0, leaf);
  return leaf;
}

/** Replaces the only leaf with one of twice its size. */
function enlarged(leaves: Int32Array[]): Int32Array {
  const [small] = leaves as [Int32Array];
  const leaf = new Int32Array(2 * (small.length - 1) + 1);
  leaf.set(small);
  leaves[0] = leaf;
  return leaf;
}
