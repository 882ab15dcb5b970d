import type { CellBuffer } from '../../keyvalue/cell-layout.js';
import { Segment, type SegmentMark } from './segment.js';
import type { SlabPool } from './slab.js';

/**
 * The cells of one family that are not in store files: an active segment for writes and, during a flush, the frozen
 * segment that is being written to a file. Owns one reference to each; readers that need a segment for longer retain
 * it themselves.
 */
export class MemStore {
  active: Segment;
  snapshot: Segment | null = null;
  readonly #pool: SlabPool;

  constructor(pool: SlabPool) {
    this.#pool = pool;
    this.active = new Segment(pool);
  }

  get isEmpty(): boolean {
    return this.active.isEmpty && this.snapshot === null;
  }

  /** Bytes of its cells and of their order. */
  get bytes(): number {
    return this.active.bytes + (this.snapshot?.bytes ?? 0);
  }

  /** Copies the encoded cell at `offset`. */
  insert(from: CellBuffer, offset: number): void {
    this.active.insert(from, offset);
  }

  /** The current state, for `rollback`. A mark is valid until the next `takeSnapshot`. */
  mark(): SegmentMark {
    return this.active.mark();
  }

  /** Removes every cell inserted after `mark`. */
  rollback(mark: SegmentMark): void {
    this.active.rollback(mark);
  }

  /** Freezes the active segment and starts an empty one. REQUIRES `snapshot === null`. */
  takeSnapshot(): void {
    if (this.snapshot !== null) throw new Error('The snapshot before this one was not dropped');
    this.snapshot = this.active;
    this.snapshot.freeze();
    this.active = new Segment(this.#pool);
  }

  /** Drops the snapshot; its cells are now in a file. */
  dropSnapshot(): void {
    this.snapshot?.release();
    this.snapshot = null;
  }

  close(): void {
    this.dropSnapshot();
    this.active.release();
  }
}
