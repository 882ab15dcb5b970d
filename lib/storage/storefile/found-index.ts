import { compareCells } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import type { BlockLocation } from './block-frame.js';
import type { BlockIndex, IndexPosition } from './block-index.js';

/** The part of an index that scanners need. */
export type DataBlockIndex = Pick<BlockIndex, 'seek' | 'next' | 'previous' | 'rowOf' | 'nextIsNotBehind'>;

interface FoundEntry {
  readonly at: BlockLocation;
  readonly first: CellView;
}

/** An index in memory, of the data blocks that were found in a file without its own index. */
export class FoundIndex implements DataBlockIndex {
  readonly #entries: FoundEntry[] = [];

  /** The number of blocks. */
  get size(): number {
    return this.#entries.length;
  }

  /** Adds the next block. `first`: its first cell, which is copied. */
  add(at: BlockLocation, first: CellView): void {
    this.#entries.push({ at, first: new SeekKey().copyOf(first) });
  }

  seek(position: IndexPosition, to: CellView): void {
    let low = 0;
    for (let high = this.size; low < high; ) {
      const middle = (low + high) >>> 1;
      if (compareCells(this.#at(middle).first, to) <= 0) low = middle + 1;
      else high = middle;
    }
    this.#enter(position, Math.max(0, low - 1));
  }

  next(position: IndexPosition): boolean {
    return this.#move(position, position.entry + 1);
  }

  previous(position: IndexPosition): boolean {
    return this.#move(position, position.entry - 1);
  }

  rowOf({ entry }: IndexPosition): Uint8Array {
    return this.#at(entry).first.copyRow();
  }

  nextIsNotBehind({ entry }: IndexPosition, to: CellView): boolean {
    return entry + 1 < this.size && compareCells(this.#at(entry + 1).first, to) <= 0;
  }

  #at(entry: number): FoundEntry {
    return this.#entries[entry] as FoundEntry;
  }

  #move(position: IndexPosition, entry: number): boolean {
    if (entry < 0 || entry >= this.size) return false;
    this.#enter(position, entry);
    return true;
  }

  #enter(position: IndexPosition, entry: number): void {
    const { offset, length, ordinal } = this.#at(entry).at;
    Object.assign(position, { entry, offset, length, ordinal });
  }
}
