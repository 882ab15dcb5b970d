import type { CellBuffer } from '../../keyvalue/cell-layout.js';
import { Segment, type SegmentMark } from './segment.js';
import type { SlabPool } from './slab.js';

/**
 * The cells of one family that are not in store files: an active segment that takes writes, and, while a flush runs,
 * the frozen one it writes out. Holds one reference of each; readers that outlive a swap retain their own.
 */
export class MemStore {
  private readonly pool: SlabPool;
  private activeSegment: Segment;
  private snapshotSegment: Segment | null = null;

  constructor(pool: SlabPool) {
    this.pool = pool;
    this.activeSegment = new Segment(pool);
  }

  get active(): Segment {
    return this.activeSegment;
  }

  get snapshot(): Segment | null {
    return this.snapshotSegment;
  }

  /** Bytes of the cells in it and of their order. */
  get bytes(): number {
    return this.activeSegment.bytes + (this.snapshotSegment?.bytes ?? 0);
  }

  /** Copies the encoded cell at `offset`. */
  insert(from: CellBuffer, offset: number): void {
    this.activeSegment.insert(from, offset);
  }

  /** The present state, for `rollback`. A mark ends with the next `takeSnapshot`. */
  mark(): SegmentMark {
    return this.activeSegment.mark();
  }

  /** Takes out every cell inserted after `mark`. */
  rollback(mark: SegmentMark): void {
    this.activeSegment.rollback(mark);
  }

  /** Freezes the active segment and starts an empty one. REQUIRES `snapshot === null`. */
  takeSnapshot(): void {
    if (this.snapshotSegment !== null) throw new Error('The snapshot before this one was not dropped');
    this.snapshotSegment = this.activeSegment;
    this.snapshotSegment.freeze();
    this.activeSegment = new Segment(this.pool);
  }

  /** The snapshot's cells stand in a file now. */
  dropSnapshot(): void {
    this.snapshotSegment?.release();
    this.snapshotSegment = null;
  }

  close(): void {
    this.dropSnapshot();
    this.activeSegment.release();
  }
}
