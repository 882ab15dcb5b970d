import { compareCells, compareRows } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import type { CachedBlock, Caching } from './block-cache.js';
import { BlockKind } from './block-frame.js';
import { IndexPosition } from './block-index.js';
import type { BlockCheck, BlockReader } from './block-reader.js';
import { type DataBlockCursor, RowBefore } from './data-block-cursor.js';
import type { DataBlockIndex } from './found-index.js';

/** What all scanners of one file share. */
export interface ScannerSource {
  readonly reader: BlockReader;
  /** Null if the file has no cells. */
  readonly index: DataBlockIndex | null;
  /** Checks data blocks; null if the file has no cells. */
  readonly check: BlockCheck | null;
  /** The last row. */
  readonly maxKey: Uint8Array;
  /** Used within a single call only. */
  readonly seekKey: SeekKey;
  takeCursor(): DataBlockCursor;
  giveBackCursor(cursor: DataBlockCursor): void;
}

const NOWHERE = -1;

/**
 * The cells of one store file in order. Keeps its current block pinned in the cache. REQUIRES that the file stays open.
 * A move whose read fails leaves the scanner exhausted; the next seek tries again.
 */
export class StoreFileScanner implements KeyValueScanner {
  current: CellView | null = null;
  readonly order: number;
  readonly #source: ScannerSource;
  readonly #caching: Caching;
  readonly #cursor: DataBlockCursor;
  readonly #position = new IndexPosition();
  /** Ordinal of the cursor's block. */
  #entered = NOWHERE;
  /** Whether the scanner has ever had a position. */
  #placed = false;
  #closed = false;

  constructor(source: ScannerSource, order: number, caching: Caching) {
    this.#source = source;
    this.order = order;
    this.#caching = caching;
    this.#cursor = source.takeCursor();
  }

  next(): void {
    if (!this.#cursor.next()) this.#nextBlock();
  }

  seek(to: CellView): void {
    if (to === this.current) return;
    this.#placed = true;
    const { index } = this.#source;
    if (index === null) return;
    this.current = null;
    index.seek(this.#position, to);
    this.#enter();
    if (this.#cursor.seek(to)) this.current = this.#cursor.view;
    else this.#nextBlock();
  }

  reseek(to: CellView): void {
    const cursor = this.#cursor;
    const source = this.#source;
    if (this.current === null) {
      if (!this.#placed) this.seek(to);
      return;
    }
    if (compareCells(this.current, to) >= 0) return;
    // Most targets are the next cell.
    this.next();
    if (this.current === null || compareCells(cursor.view, to) >= 0) return;
    if (cursor.reseek(to)) return;
    if ((source.index as DataBlockIndex).nextIsNotBehind(this.#position, to)) this.seek(to);
    else this.#nextBlock();
  }

  seekToPreviousRow(before: CellView): void {
    this.#placed = true;
    const cursor = this.#cursor;
    const position = this.#position;
    const source = this.#source;
    const { index, seekKey } = source;
    if (index === null) return;
    const key = seekKey.firstOnRowOf(before);
    // When rows are read backward, the row usually ends in the current block.
    const { current } = this;
    const inBlock = current !== null && this.#entered !== NOWHERE && compareRows(current, key) >= 0;
    const here = inBlock && cursor.beginsBefore(key);
    this.current = null;
    if (!here) {
      index.seek(position, key);
      this.#enter();
    }
    let found = cursor.seekToRowBefore(key);
    while (found === RowBefore.None && index.previous(position)) {
      this.#enter();
      found = cursor.seekToRowBefore(key);
    }
    if (found === RowBefore.None) this.#exhaust();
    else if (found === RowBefore.FirstCell) this.current = cursor.view;
    else this.#seekInBlock(seekKey.firstOnRowOf(cursor.view));
  }

  seekToLastRow(): void {
    this.seek(this.#source.seekKey.firstOnRow(this.#source.maxKey));
  }

  /**
   * After a move forward that threw CORRUPTION: leaves the block that cannot be read, and returns the first and last row
   * that it may have. `enterBlock` follows unless it was the last block. Throws CORRUPTION if the index cannot be read.
   */
  skipBlock(): { readonly first: Uint8Array; readonly last: Uint8Array; readonly wasLast: boolean } {
    this.#exhaust();
    const index = this.#source.index as DataBlockIndex;
    const first = index.rowOf(this.#position);
    const wasLast = !index.next(this.#position);
    return { first, last: wasLast ? this.#source.maxKey : index.rowOf(this.#position), wasLast };
  }

  /** Moves to the first cell of the block after the skipped one. */
  enterBlock(): void {
    this.#enter();
    this.#cursor.next();
    this.current = this.#cursor.view;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#exhaust();
    this.#source.giveBackCursor(this.#cursor);
  }

  /**
   * Releases its block between two batches of a long scan; `current` is not valid until `resume`, which must come
   * first.
   */
  pause(): void {
    if (this.current === null) return;
    this.#cursor.pause();
    this.#entered = NOWHERE;
  }

  /** Returns to the position that it had before `pause`. */
  resume(): void {
    if (this.current === null) return;
    this.current = null;
    this.#cursor.resume(this.#readBlock());
    this.#entered = this.#position.ordinal;
    this.current = this.#cursor.view;
  }

  /** Like `seek`, for a key whose row has a cell in this block. */
  #seekInBlock(to: CellView): void {
    if (!this.#cursor.beginsBefore(to)) this.seek(to);
    else if (this.#cursor.seek(to)) this.current = this.#cursor.view;
  }

  #nextBlock(): void {
    this.current = null;
    if (!(this.#source.index as DataBlockIndex).next(this.#position)) {
      this.#exhaust();
      return;
    }
    this.enterBlock();
  }

  /** Loads the block at `position` into the cursor. */
  #enter(): void {
    const cursor = this.#cursor;
    const position = this.#position;
    if (position.ordinal === this.#entered) return;
    this.#exhaust();
    cursor.enter(this.#readBlock());
    this.#entered = position.ordinal;
  }

  #readBlock(): CachedBlock {
    const { reader, check } = this.#source;
    return reader.block(BlockKind.Data, this.#position, check, this.#caching);
  }

  #exhaust(): void {
    this.#cursor.leave();
    this.#entered = NOWHERE;
    this.current = null;
  }
}
