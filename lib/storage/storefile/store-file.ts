import { compareBytes, compareRanges } from '../../bytes/compare.js';
import type { BigtabError } from '../../errors.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { borrowed } from '../fs/borrowed-handle.js';
import type { FileHandle } from '../fs/file-system.js';
import { salvaged } from '../fs/salvaged-handle.js';
import { SuspendableHandle } from '../fs/suspendable-handle.js';
import { type BlockCache, Caching } from './block-cache.js';
import { BlockKind } from './block-frame.js';
import { BlockIndex } from './block-index.js';
import { BlockReader } from './block-reader.js';
import { hashColumn, hashRow } from './bloom-filter.js';
import { BloomFilterReader } from './bloom-filter-reader.js';
import { DataBlockCheck } from './data-block-check.js';
import { DataBlockCursor } from './data-block-cursor.js';
import { checkHeader, endsWithMagic, readTail } from './file-ends.js';
import type { DataBlockIndex } from './found-index.js';
import { SoundValueScanner } from './sound-value-scanner.js';
import { type ScannerSource, StoreFileScanner } from './store-file-scanner.js';
import { decodeTrailer, type StoreFileInfo } from './trailer.js';

/** Cursors of closed scanners, which the next scanners reuse. */
const SPARE_CURSORS = 4;
const NO_BYTES = new Uint8Array(0);

/** What a database learns from its store files while it reads them. */
export interface StoreFileObserver {
  /** The browser has ended the handle of the file. Called for each read until `reopen`. */
  handleLost(file: StoreFile): void;
  /** A part of a bloom filter cannot be read, and answers "maybe". Called once for each file. */
  filterUnreadable(error: unknown): void;
}

/** How the blocks of a file are found, read and checked. */
export interface FileParts {
  readonly reader: BlockReader;
  /** Null if the file has no cells. */
  readonly index: DataBlockIndex | null;
  /** Null if data blocks need no check. */
  readonly check: DataBlockCheck | null;
  readonly bloom: BloomFilterReader | null;
  /** Whether values may be missing. */
  readonly isSalvaged: boolean;
}

/**
 * An immutable file of sorted cells of one family; HBase's HFile.
 *
 * Opening reads the tail and the trailer. Index leaves, parts of the bloom filter and data blocks are read and checked
 * when they are first needed. Every method throws CORRUPTION, naming file and offset, when it reads damaged bytes; but a
 * bloom filter that cannot be read answers "maybe".
 *
 * Reference-counted: starts with one reference, and closes its handle when the last one is released.
 */
export class StoreFile {
  readonly path: string;
  readonly info: StoreFileInfo;
  readonly #handle: SuspendableHandle;
  readonly #reader: BlockReader;
  readonly #bloom: BloomFilterReader | null;
  readonly #source: ScannerSource;
  readonly #isSalvaged: boolean;
  #references = 1;

  /**
   * Opens a file and becomes the owner of the handle. Throws CORRUPTION, or FORMAT_TOO_NEW for a file of a newer build;
   * the caller then still owns the handle. `trusted`: this process has just written the file, so its cells are in order
   * and need no check beyond their checksums.
   */
  static open(
    handle: FileHandle,
    path: string,
    cache: BlockCache,
    observer: StoreFileObserver | null = null,
    trusted = false,
  ): StoreFile {
    const tail = readTail(handle, path);
    const own = new SuspendableHandle(path, handle);
    const reader = new BlockReader(own, path, cache, tail);
    const block = reader.uncached(BlockKind.Trailer, tail.trailer, null);
    try {
      const { info, layout } = decodeTrailer(block, path, tail);
      const index = layout.index === null ? null : new BlockIndex(reader, layout.index, info.dataBlockCount);
      const check = index === null || trusted ? null : new DataBlockCheck(path, info, { info, index });
      const unreadable = (error: unknown): void => observer?.filterUnreadable(error);
      const bloom = layout.bloom === null ? null : new BloomFilterReader(reader, layout.bloom, unreadable);
      return new StoreFile(own, info, { reader, index, check, bloom, isSalvaged: false }, observer);
    } finally {
      reader.release(block);
    }
  }

  /** Becomes the owner of the handle, which `parts.reader` reads. */
  constructor(
    handle: SuspendableHandle,
    info: StoreFileInfo,
    { reader, index, check, bloom, isSalvaged }: FileParts,
    observer: StoreFileObserver | null,
  ) {
    this.path = reader.path;
    this.info = info;
    this.#handle = handle;
    this.#reader = reader;
    reader.onLost = () => observer?.handleLost(this);
    this.#bloom = bloom;
    this.#isSalvaged = isSalvaged;
    this.#source = scannerSource(reader, info, index, check);
  }

  /** Size of the complete file. */
  get sizeBytes(): number {
    return this.info.sizeBytes;
  }

  /** Number of its blocks that are in the cache. */
  get cachedBlocks(): number {
    return this.#reader.cachedBlocks;
  }

  /** Number of blocks read from the medium since the file was opened. */
  get blocksRead(): number {
    return this.#reader.blocksRead;
  }

  /** Number of blocks found in the cache. */
  get blocksFound(): number {
    return this.#reader.blocksFound;
  }

  /**
   * A scanner without a position. `order` is the file's age among the sources: larger means newer (O-8). `caching`
   * applies to its data blocks. Close it after use.
   */
  scanner(order: number, caching: Caching = Caching.Plain): StoreFileScanner {
    return new StoreFileScanner(this.#source, order, caching);
  }

  /** Like `scanner`, for reads: passes over values that a salvaged file has lost. */
  cells(order: number, caching: Caching): KeyValueScanner {
    const scanner = this.scanner(order, caching);
    return this.#isSalvaged ? new SoundValueScanner(scanner) : scanner;
  }

  /** Whether the file may contain a row of start … stop, both inclusive; if `stop` is null, up to the end. */
  overlaps(start: Uint8Array, stop: Uint8Array | null): boolean {
    const { cellCount, minKey, maxKey } = this.info;
    return cellCount > 0 && compareBytes(start, maxKey) <= 0 && (stop === null || compareBytes(stop, minKey) >= 0);
  }

  /** False only if the file has no cell of the row, by its key range and its filter of rows or of their first bytes. */
  mayContainRow(row: Uint8Array, offset: number, length: number): boolean {
    return this.#inRange(row, offset, length) && this.#hasRow(row, offset, length);
  }

  /**
   * False only if the file has no row of start … stop, both inclusive, because they have the same first bytes and the
   * filter of first bytes does not contain them.
   */
  mayContainRows(start: Uint8Array, stop: Uint8Array): boolean {
    const length = this.info.bloomPrefixLength ?? null;
    if (length === null || start.length < length || stop.length < length) return true;
    return compareRanges(start, 0, length, stop, 0, length) !== 0 || this.#hasRow(start, 0, length);
  }

  /**
   * False only if the file has no cell that can matter to the column: neither a cell of the column, nor one of the
   * empty qualifier, which is where markers of the whole family are stored (O-5).
   */
  mayContainColumn(
    row: Uint8Array,
    rowOffset: number,
    rowLength: number,
    qualifier: Uint8Array,
    qualifierOffset: number,
    qualifierLength: number,
  ): boolean {
    if (this.info.bloomFilter !== 'ROWCOL') return this.mayContainRow(row, rowOffset, rowLength);
    if (this.#bloom === null || !this.#inRange(row, rowOffset, rowLength)) return false;
    const rowHash = hashRow(row, rowOffset, rowLength);
    const rowPart = part(row, rowOffset, rowLength);
    const qualifierPart = part(qualifier, qualifierOffset, qualifierLength);
    return (
      this.#hasColumn(this.#bloom, rowHash, rowPart, qualifierPart) ||
      (qualifierLength > 0 && this.#hasColumn(this.#bloom, rowHash, rowPart, NO_BYTES))
    );
  }

  /** Whether the medium's file is open. If not, only blocks in the cache can be read. */
  get isOpen(): boolean {
    return this.#handle.isOpen;
  }

  /** Closes the medium's file until `reopen`. REQUIRES that nothing reads. */
  suspend(): void {
    this.#handle.suspend();
  }

  get references(): number {
    return this.#references;
  }

  /** Why it cannot be read although it was opened again; null if it can. Every read throws it. */
  get failure(): BigtabError | null {
    return this.#reader.failure;
  }

  set failure(error: BigtabError | null) {
    this.#reader.failure = error;
  }

  /**
   * Continues with another handle. If its size and its last block are not those of this file, closes it and throws
   * CORRUPTION.
   */
  reopen(handle: FileHandle): void {
    this.#handle.resume(handle);
    try {
      this.#reader.checkAgain();
    } catch (error) {
      this.suspend();
      throw error;
    }
  }

  /**
   * The same file as if it had been opened for the first time: everything is read from the medium and checked again. What
   * the device cannot read is damaged too. A read that finds the handle dead throws, and is not reported to `observer`.
   * Release it before this one. Throws CORRUPTION.
   */
  again(cache: BlockCache, observer: StoreFileObserver): StoreFile {
    return StoreFile.open(salvaged(this.#handle, this.path), this.path, cache, observer);
  }

  /** The medium's file, for a reader beside this one. */
  get medium(): FileHandle {
    return borrowed(this.#handle);
  }

  /** Throws CORRUPTION if the header, which reads do not need, is damaged. */
  checkHeader(): void {
    checkHeader(this.#handle, this.path, this.info.fileNumber);
  }

  retain(): void {
    this.#references++;
  }

  release(): void {
    this.#references--;
    if (this.#references !== 0) return;
    this.#reader.close();
    this.#handle.close();
  }

  #inRange(row: Uint8Array, offset: number, length: number): boolean {
    const { cellCount, minKey, maxKey } = this.info;
    return (
      cellCount > 0 &&
      compareRanges(row, offset, length, minKey, 0, minKey.length) >= 0 &&
      compareRanges(row, offset, length, maxKey, 0, maxKey.length) <= 0
    );
  }

  #hasRow(row: Uint8Array, offset: number, rowLength: number): boolean {
    const { bloomFilter, bloomPrefixLength } = this.info;
    if (this.#bloom === null || bloomFilter === 'ROWCOL') return true;
    const length = Math.min(rowLength, bloomPrefixLength ?? rowLength);
    const key = this.#source.seekKey.firstOnRow(part(row, offset, length));
    return this.#bloom.mayContain(key, hashRow(row, offset, length));
  }

  #hasColumn(bloom: BloomFilterReader, rowHash: number, row: Uint8Array, qualifier: Uint8Array): boolean {
    const key = this.#source.seekKey.firstOnColumn(row, qualifier);
    return bloom.mayContain(key, hashColumn(rowHash, qualifier, 0, qualifier.length));
  }
}

/** Whether the file was never finished; such a file has never been listed in a catalog. */
export function isUnfinishedStoreFile(handle: FileHandle): boolean {
  return !endsWithMagic(handle);
}

/** The part of `bytes`; the array itself if the part is all of it. */
function part(bytes: Uint8Array, offset: number, length: number): Uint8Array {
  return offset === 0 && length === bytes.length ? bytes : bytes.subarray(offset, offset + length);
}

function scannerSource(
  reader: BlockReader,
  info: StoreFileInfo,
  index: DataBlockIndex | null,
  check: DataBlockCheck | null,
): ScannerSource {
  const spare: DataBlockCursor[] = [];
  return {
    reader,
    index,
    check,
    maxKey: info.maxKey,
    seekKey: new SeekKey(),
    takeCursor: () => spare.pop() ?? new DataBlockCursor(reader, info.familyId),
    giveBackCursor: (cursor) => {
      if (spare.length < SPARE_CURSORS) spare.push(cursor);
    },
  };
}
