import { type BigtabError, corruption } from '../../errors.js';
import { handleLost, isHandleClosed } from '../fs/file-errors.js';
import type { FileHandle } from '../fs/file-system.js';
import { type BlockCache, type BlockTable, type CachedBlock, Caching } from './block-cache.js';
import {
  BlockKind,
  type BlockLocation,
  FRAME_BYTES,
  FRAME_CHECK,
  FRAME_CODEC,
  FRAME_LENGTH,
  FRAME_ORDINAL,
  FRAME_RAW_LENGTH,
  PlacedChecksum,
} from './block-frame.js';
import { CODEC_DEFLATE, CODEC_NONE, decompress, isWorthPacking, MOST_PACKED_BYTES } from './codec.js';
import { formatTooNew, HEADER_BYTES, readTail, type Tail } from './file-ends.js';

/**
 * Checks the content of a block when it is first read, so that later reads need no checks: a correct checksum does not
 * prove that this build wrote the bytes.
 */
export interface BlockCheck {
  /** Throws CORRUPTION if the payload is not one that the writer makes at this place. */
  check(block: CachedBlock, at: BlockLocation): void;
}

/**
 * Reads the blocks of one file. A block is returned only if its checksum and its content were correct at its first read
 * since the file was opened.
 */
export class BlockReader {
  readonly path: string;
  /** Number of blocks read from the file, and of blocks found in the cache, since the file was opened. */
  blocksRead = 0;
  blocksFound = 0;
  /** Called for each read that finds the handle dead. */
  onLost: () => void = () => {};
  /** Why the file cannot be read until it is opened again: its handle died. */
  failure: BigtabError | null = null;
  readonly #handle: FileHandle;
  readonly #tail: Tail;
  readonly #cache: BlockCache;
  readonly #checksum: PlacedChecksum;
  readonly #table: BlockTable = new Map();
  /** Offset after the last block. */
  readonly #end: number;
  /** By ordinal: the offset (modulo 2^32) at which the content of the block was checked; 0 if it was not. */
  readonly #checkedAt: Uint32Array;
  /** The same for its checksum, which is checked again after the file was opened again. */
  #summedAt: Uint32Array;

  constructor(handle: FileHandle, path: string, cache: BlockCache, tail: Tail) {
    const { fileNumber, trailer } = tail;
    this.#handle = handle;
    this.#tail = tail;
    this.path = path;
    this.#cache = cache;
    this.#checksum = new PlacedChecksum(fileNumber);
    this.#end = trailer.offset + trailer.length;
    this.#checkedAt = new Uint32Array(trailer.ordinal + 1);
    this.#summedAt = this.#checkedAt;
  }

  /**
   * Checks that the handle, which was opened again, still reads the same file: its size and its last
   * block, unless they were never read; every other block when it is next read. Throws CORRUPTION.
   */
  checkAgain(): void {
    const { trailer, fileNumber } = this.#tail;
    this.#summedAt = new Uint32Array(this.#checkedAt.length);
    if (trailer.length > 0) this.#checkTail(trailer, fileNumber);
    this.failure = null;
  }

  #checkTail(trailer: BlockLocation, fileNumber: number): void {
    const found = readTail(this.#handle, this.path);
    const { offset, length, ordinal } = found.trailer;
    const isSame = offset === trailer.offset && length === trailer.length && ordinal === trailer.ordinal;
    if (!isSame || found.fileNumber !== fileNumber)
      throw corruption(this.path, offset, 'expected the same file as before');
    this.release(this.uncached(BlockKind.Trailer, trailer, null));
  }

  /** Number of blocks of the file that are in the cache. */
  get cachedBlocks(): number {
    return this.#table.size;
  }

  /**
   * The block at `at`, from the cache if it is there. The block is pinned: `release` it. It stays in the cache, except
   * with `Caching.None`, which does not look in the cache either. Throws CORRUPTION.
   */
  block(kind: BlockKind, at: BlockLocation, check: BlockCheck | null, caching: Caching = Caching.Plain): CachedBlock {
    if (caching === Caching.None) return this.uncached(kind, at, check);
    const cached = this.#table.get(at.ordinal);
    if (cached !== undefined) {
      if (cached.offset !== at.offset || cached.bytes[0] !== kind) throw this.#misplaced(kind, at);
      this.blocksFound++;
      this.#cache.pin(cached);
      return cached;
    }
    const block = this.uncached(kind, at, check);
    this.#cache.publish(block, this.#table, at.ordinal, caching);
    return block;
  }

  /** Like `block`, but always reads from the file, and does not keep the block. */
  uncached(kind: BlockKind, at: BlockLocation, check: BlockCheck | null): CachedBlock {
    this.#requirePlace(kind, at);
    this.blocksRead++;
    const stored = this.#cache.take(at.length);
    let block: CachedBlock | null = null;
    let sound = false;
    try {
      const place = at.offset >>> 0;
      this.#fill(stored, kind, at, this.#summedAt[at.ordinal] === place);
      block = stored.bytes[FRAME_CODEC] === CODEC_NONE ? stored : this.#decompressed(stored, at);
      block.offset = at.offset;
      if (this.#checkedAt[at.ordinal] !== place) check?.check(block, at);
      this.#checkedAt[at.ordinal] = place;
      this.#summedAt[at.ordinal] = place;
      sound = true;
      return block;
    } finally {
      if (block !== stored || !sound) this.#cache.unpin(stored);
      if (block !== null && block !== stored && !sound) this.#cache.unpin(block);
    }
  }

  release(block: CachedBlock): void {
    this.#cache.unpin(block);
  }

  /** Removes all blocks from the cache; pinned blocks stay valid until they are released. */
  close(): void {
    this.#cache.drop(this.#table);
  }

  /** Nothing is allocated for a block that the file cannot hold. */
  #requirePlace(kind: BlockKind, at: BlockLocation): void {
    const { offset, length, ordinal } = at;
    const inFile = Number.isSafeInteger(offset) && offset >= HEADER_BYTES && offset + length <= this.#end;
    if (!inFile || length < FRAME_BYTES || ordinal >= this.#checkedAt.length) throw this.#misplaced(kind, at);
  }

  #misplaced(kind: BlockKind, { offset, length, ordinal }: BlockLocation): Error {
    const place = Number.isSafeInteger(offset) && offset >= 0 ? offset : 0;
    return corruption(
      this.path,
      place,
      `the file has no block of kind ${kind}, ordinal ${ordinal}, with ${length} bytes at ${offset}`,
    );
  }

  #fill(block: CachedBlock, kind: BlockKind, at: BlockLocation, known: boolean): void {
    const { offset, length, ordinal } = at;
    const { bytes, view } = block;
    const count = this.#read(bytes.subarray(0, length), offset);
    if (count !== length) {
      const why = 'the file is cut short, or the device cannot read it';
      throw corruption(this.path, offset, `expected a block of ${length} bytes, found ${count}: ${why}`);
    }
    const codec = bytes[FRAME_CODEC];
    // Compressed blocks are checked at every read: that costs little compared with decompression, which damage would
    // break.
    if (!known || codec !== CODEC_NONE) this.#check(block, at);
    if (bytes[0] !== kind || view.getUint32(FRAME_ORDINAL, true) !== ordinal) {
      const found = `kind ${bytes[0]}, ordinal ${view.getUint32(FRAME_ORDINAL, true)}`;
      throw corruption(this.path, offset, `expected a block of kind ${kind}, ordinal ${ordinal}, found ${found}`);
    }
    const stored = view.getUint32(FRAME_LENGTH, true);
    if (stored !== length - FRAME_BYTES) {
      throw corruption(this.path, offset, `expected a payload of ${length - FRAME_BYTES} bytes, found ${stored}`);
    }
    if (codec !== CODEC_NONE && codec !== CODEC_DEFLATE)
      throw formatTooNew(this.path, `the block at ${offset} has the unknown codec ${codec}`);
    block.start = FRAME_BYTES;
    block.end = length;
  }

  #read(into: Uint8Array, offset: number): number {
    try {
      return this.#handle.read(into, offset);
    } catch (cause) {
      if (!isHandleClosed(cause)) throw cause;
      this.onLost();
      throw this.failure ?? handleLost(this.path, cause);
    }
  }

  /** The block with its frame and its uncompressed payload, in its own buffer. */
  #decompressed({ bytes, view, start, end }: CachedBlock, at: BlockLocation): CachedBlock {
    const rawLength = view.getUint32(FRAME_RAW_LENGTH, true);
    if (rawLength > MOST_PACKED_BYTES || !isWorthPacking(rawLength, end - start)) {
      throw corruption(this.path, at.offset, `${rawLength} bytes are never compressed to ${end - start}`);
    }
    const rawEnd = FRAME_BYTES + rawLength;
    // One byte more than the payload, so that a longer one is noticed.
    const raw = this.#cache.take(rawEnd + 1);
    raw.bytes.set(bytes.subarray(0, FRAME_BYTES));
    raw.start = FRAME_BYTES;
    raw.end = rawEnd;
    if (decompress(bytes.subarray(start, end), raw.bytes.subarray(FRAME_BYTES, rawEnd + 1)) === rawLength) return raw;
    this.#cache.unpin(raw);
    throw corruption(this.path, at.offset, `the compressed payload does not expand to ${rawLength} bytes`);
  }

  #check(block: CachedBlock, { offset, length }: BlockLocation): void {
    const { bytes, view } = block;
    const expected = view.getUint32(FRAME_CHECK, true);
    const found = this.#checksum.ofBlock(offset, bytes, 0, bytes, FRAME_BYTES, length - FRAME_BYTES);
    if (found !== expected) {
      throw corruption(this.path, offset, `the block's checksum is ${found}, expected ${expected}`);
    }
  }
}
