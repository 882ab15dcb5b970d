import type { CellBuffer } from '../../keyvalue/cell-layout.js';
import { Segment, type SegmentMark } from './segment.js';
import type { SlabPool } from './slab.js';

/**
 * The cells of one family that are not in store files: an active segment for writes and, during a flush, the frozen
 * segment that is being written to a file. Owns one reference to each; readers that need a segment for longer retain
 * it themselves.
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

  /** Bytes of its cells and of their order. */
  get bytes(): number {
    return this.activeSegment.bytes + (this.snapshotSegment?.bytes ?? 0);
  }

  /** Copies the encoded cell at `offset`. */
  insert(from: CellBuffer, offset: number): void {
    this.activeSegment.insert(from, offset);
  }

  /** The current state, for `rollback`. A mark is valid until the next `takeSnapshot`. */
  mark(): SegmentMark {
    return this.activeSegment.mark();
  }

  /** Removes every cell inserted after `mark`. */
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

  /** Drops the snapshot; its cells are now in a file. */
  dropSnapshot(): void {
    this.snapshotSegment?.release();
    this.snapshotSegment = null;
  }

  close(): void {
    this.dropSnapshot();
    this.activeSegment.release();
  }
}
