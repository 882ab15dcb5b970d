import type { Segment } from '../../storage/memstore/segment.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';

/**
 * What a reader of one family sees: the active segment, the frozen one while it is flushed, and the store files from
 * old to new. It is immutable, reference-counted and only replaced as a whole; readers are never notified of changes.
 * Later writes appear in the active segment, but readers leave out what is beyond their read point.
 */
export class StoreView {
  readonly active: Segment;
  readonly snapshot: Segment | null;
  readonly files: readonly StoreFile[];
  readonly #maxStoredTime: number;
  #references = 1;

  constructor(active: Segment, snapshot: Segment | null, files: readonly StoreFile[]) {
    this.active = active;
    this.snapshot = snapshot;
    this.files = files;
    active.retain();
    snapshot?.retain();
    let time = snapshot?.maxForeignTime ?? -1;
    for (const file of files) {
      file.retain();
      if (file.info.maxTimestamp > time) time = file.info.maxTimestamp;
    }
    this.#maxStoredTime = time;
  }

  /**
   * No cell whose timestamp the engine did not assign has a larger one. Files do not record who assigned a timestamp, so
   * all their cells count.
   */
  get maxForeignTime(): number {
    return Math.max(this.#maxStoredTime, this.active.maxForeignTime);
  }

  /** Visible or not. */
  get cellCount(): number {
    let cells = this.active.cellCount + (this.snapshot?.cellCount ?? 0);
    for (const { info } of this.files) cells += info.cellCount;
    return cells;
  }

  /** Whether a reader retains it. */
  get isRead(): boolean {
    return this.#references > 1;
  }

  retain(): this {
    this.#references++;
    return this;
  }

  release(): void {
    this.#references--;
    if (this.#references > 0) return;
    this.active.release();
    this.snapshot?.release();
    for (const file of this.files) file.release();
  }
}
