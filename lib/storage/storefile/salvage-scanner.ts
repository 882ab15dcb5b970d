import { isCorruption } from '../../errors.js';
import { compareCells } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import type { FileHandle } from '../fs/file-system.js';
import type { BlockCache, CachedBlock } from './block-cache.js';
import { BlockKind, type BlockLocation } from './block-frame.js';
import { BlockReader } from './block-reader.js';
import type { BlockSearch } from './block-search.js';
import { DataBlockCheck } from './data-block-check.js';
import { DataBlockCursor } from './data-block-cursor.js';
import { STORE_FILE_FORMAT } from './file-ends.js';
import { passLostValues } from './lost-values.js';

/** A file whose blocks were searched. */
export interface SearchedFile {
  readonly handle: FileHandle;
  readonly path: string;
  readonly fileNumber: number;
  readonly familyId: number;
  readonly search: BlockSearch;
}

/** Rows of which cells may be missing; null = unknown: before the first cell, or after the last one. */
export type MissingRows = (first: Uint8Array | null, last: Uint8Array | null) => void;

const LIMIT = Number.MAX_SAFE_INTEGER;
const LIMITS = { minTimestamp: 0, maxTimestamp: LIMIT, maxRangeMarkerTimestamp: LIMIT, maxSequenceId: LIMIT };

/**
 * The cells of a store file that can be read, forward only: those of the blocks that a search found. Needs neither the
 * tail of the file nor its trailer and index. Reports between which rows cells may be missing, before any later cell.
 */
export class SalvageScanner implements KeyValueScanner {
  current: CellView | null = null;
  readonly order: number;
  readonly #search: BlockSearch;
  readonly #reader: BlockReader;
  readonly #check: DataBlockCheck;
  readonly #cursor: DataBlockCursor;
  readonly #missing: MissingRows;
  readonly #step = (): void => {
    if (!this.#cursor.next()) this.#nextBlock();
  };
  readonly #lose = (row: Uint8Array): void => this.#missing(row, row);
  #next = 0;
  #ended = false;

  constructor(file: SearchedFile, cache: BlockCache, order: number, missing: MissingRows) {
    const { handle, path, fileNumber, familyId, search } = file;
    const trailer = { offset: search.end, length: 0, ordinal: search.ordinals };
    this.order = order;
    this.#search = search;
    this.#reader = new BlockReader(handle, path, cache, { trailer, format: STORE_FILE_FORMAT, fileNumber });
    this.#check = new DataBlockCheck(path, LIMITS, null);
    this.#cursor = new DataBlockCursor(this.#reader, familyId);
    this.#missing = missing;
  }

  next(): void {
    this.#step();
    passLostValues(this, this.#step, this.#lose);
  }

  seek(to: CellView): void {
    if (this.current === null && !this.#ended) {
      this.#nextBlock();
      passLostValues(this, this.#step, this.#lose);
    }
    while (this.current !== null && compareCells(this.current, to) < 0) this.next();
  }

  reseek(to: CellView): void {
    this.seek(to);
  }

  seekToPreviousRow(): void {
    throw new Error('a salvage only moves forward');
  }

  seekToLastRow(): void {
    throw new Error('a salvage only moves forward');
  }

  pause(): void {}

  resume(): void {}

  close(): void {
    this.#cursor.leave();
    this.#reader.close();
    this.current = null;
  }

  #nextBlock(): void {
    const last = this.current === null ? null : this.current.copyRow();
    this.#cursor.leave();
    this.current = null;
    const { blocks, isComplete } = this.#search;
    for (let follows = true; ; ) {
      const block = blocks[this.#next++];
      if (block === undefined) {
        this.#ended = true;
        if (!isComplete || !follows) this.#missing(last, null);
        return;
      }
      follows &&= block.follows;
      const read = this.#read(block);
      if (read === null) {
        follows = false;
        continue;
      }
      this.#cursor.enter(read);
      this.#cursor.next();
      this.current = this.#cursor.view;
      if (!follows) this.#missing(last, this.current.copyRow());
      return;
    }
  }

  /** Null if the block cannot be read. */
  #read(block: BlockLocation): CachedBlock | null {
    try {
      return this.#reader.uncached(BlockKind.Data, block, this.#check);
    } catch (error) {
      if (isCorruption(error)) return null;
      throw error;
    }
  }
}
