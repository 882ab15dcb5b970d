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
import { FoundIndex } from './found-index.js';
import { passLostValues } from './lost-values.js';

/** A file whose blocks were searched. */
export interface SearchedFile {
  readonly handle: FileHandle;
  readonly path: string;
  readonly fileNumber: number;
  readonly familyId: number;
  readonly search: BlockSearch;
}

/**
 * Rows of which cells may be missing; null = unknown: before the first cell, or after the last one. `isValue`: a cell of
 * the row was left out because its value cannot be read; otherwise blocks are missing, which may have had cells.
 */
export type MissingRows = (first: Uint8Array | null, last: Uint8Array | null, isValue: boolean) => void;

const LIMIT = Number.MAX_SAFE_INTEGER;
const LIMITS = { minTimestamp: 0, maxTimestamp: LIMIT, maxRangeMarkerTimestamp: LIMIT, maxSequenceId: LIMIT };

/** Reads the blocks that a search found. */
export function foundBlockReader(
  handle: FileHandle,
  { path, fileNumber, search }: Omit<SearchedFile, 'handle'>,
  cache: BlockCache,
): BlockReader {
  const trailer = { offset: search.end, length: 0, ordinal: search.ordinals };
  return new BlockReader(handle, path, cache, { trailer, format: STORE_FILE_FORMAT, fileNumber });
}

/** Checks data blocks whose place is not known. */
export function foundBlockCheck(path: string): DataBlockCheck {
  return new DataBlockCheck(path, LIMITS, null);
}

/**
 * The cells of a store file that can be read, forward only: those of the blocks that a search found. Needs neither the
 * tail of the file nor its trailer and index. Reports between which rows cells may be missing, before any later cell.
 */
export class SalvageScanner implements KeyValueScanner {
  current: CellView | null = null;
  readonly order: number;
  /** The blocks that were read. */
  readonly index: FoundIndex = new FoundIndex();
  readonly #search: BlockSearch;
  readonly #reader: BlockReader;
  readonly #check: DataBlockCheck;
  readonly #cursor: DataBlockCursor;
  readonly #missing: MissingRows;
  readonly #step = (): void => {
    if (!this.#cursor.next()) this.#nextBlock();
  };
  readonly #lose = (row: Uint8Array): void => this.#missing(row, row, true);
  #next = 0;
  #ended = false;

  constructor(file: SearchedFile, cache: BlockCache, order: number, missing: MissingRows) {
    this.order = order;
    this.#search = file.search;
    this.#reader = foundBlockReader(file.handle, file, cache);
    this.#check = foundBlockCheck(file.path);
    this.#cursor = new DataBlockCursor(this.#reader, file.familyId);
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
        if (!isComplete || !follows) this.#missing(last, null, false);
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
      this.index.add(block, this.current);
      if (!follows) this.#missing(last, this.current.copyRow(), false);
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
