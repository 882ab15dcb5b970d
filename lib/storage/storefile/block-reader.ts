import { corruption } from '../../errors.js';
import type { FileHandle } from '../fs/file-system.js';
import { type BlockCache, type BlockTable, type CachedBlock, Caching } from './block-cache.js';
import {
  type BlockKind,
  type BlockLocation,
  FRAME_BYTES,
  FRAME_CHECK,
  FRAME_CODEC,
  FRAME_LENGTH,
  FRAME_ORDINAL,
  FRAME_RAW_LENGTH,
  PlacedChecksum,
} from './block-frame.js';
import { CODEC_DEFLATE, CODEC_NONE, decompress } from './codec.js';
import { formatTooNew } from './file-ends.js';

/**
 * Reads the blocks of one file. A block is returned only if its checksum was correct at its first read since the file
 * was opened (one bit per block).
 */
export class BlockReader {
  readonly path: string;
  /** Number of blocks read from the file, and of blocks found in the cache, since the file was opened. */
  blocksRead = 0;
  blocksFound = 0;
  readonly #handle: FileHandle;
  readonly #cache: BlockCache;
  readonly #checksum: PlacedChecksum;
  readonly #table: BlockTable = new Map();
  readonly #verified: Uint8Array;

  constructor(handle: FileHandle, path: string, cache: BlockCache, fileNumber: number, blockCount: number) {
    this.#handle = handle;
    this.path = path;
    this.#cache = cache;
    this.#checksum = new PlacedChecksum(fileNumber);
    this.#verified = new Uint8Array((blockCount + 7) >>> 3);
  }

  /** Number of blocks of the file that are in the cache. */
  get cachedBlocks(): number {
    return this.#table.size;
  }

  /**
   * The block at `at`, from the cache if it is there. The block is pinned: `release` it. It stays in the cache, except
   * with `Caching.None`, which does not look in the cache either. Throws CORRUPTION.
   */
  block(kind: BlockKind, at: BlockLocation, caching: Caching = Caching.Plain): CachedBlock {
    if (caching === Caching.None) return this.uncached(kind, at);
    const cached = this.#table.get(at.ordinal);
    if (cached !== undefined) {
      this.blocksFound++;
      this.#cache.pin(cached);
      return cached;
    }
    const block = this.uncached(kind, at);
    this.#cache.publish(block, this.#table, at.ordinal, caching);
    return block;
  }

  /** Like `block`, but always reads from the file, and does not keep the block. */
  uncached(kind: BlockKind, at: BlockLocation): CachedBlock {
    this.blocksRead++;
    const block = this.#cache.take(at.length);
    let kept: CachedBlock | null = null;
    try {
      this.#fill(block, kind, at);
      kept = block.bytes[FRAME_CODEC] === CODEC_NONE ? block : this.#decompressed(block, at);
      return kept;
    } finally {
      if (kept !== block) this.#cache.unpin(block);
    }
  }

  release(block: CachedBlock): void {
    this.#cache.unpin(block);
  }

  /** Removes all blocks from the cache; pinned blocks stay valid until they are released. */
  close(): void {
    this.#cache.drop(this.#table);
  }

  #fill(block: CachedBlock, kind: BlockKind, at: BlockLocation): void {
    const { offset, length, ordinal } = at;
    const { bytes, view } = block;
    if (length < FRAME_BYTES) throw corruption(this.path, offset, `a block cannot have ${length} bytes`);
    const count = this.#handle.read(bytes.subarray(0, length), offset);
    if (count !== length) {
      throw corruption(this.path, offset, `expected a block of ${length} bytes, found ${count}: the file is cut short`);
    }
    const bit = 1 << (ordinal & 7);
    const place = ordinal >>> 3;
    // Compressed blocks are checked at every read: that costs little compared with decompression, which damage would
    // break.
    const checked = ((this.#verified[place] as number) & bit) !== 0 && bytes[FRAME_CODEC] === CODEC_NONE;
    if (!checked) this.#check(block, at);
    if (bytes[0] !== kind || view.getUint32(FRAME_ORDINAL, true) !== ordinal) {
      const found = `kind ${bytes[0]}, ordinal ${view.getUint32(FRAME_ORDINAL, true)}`;
      throw corruption(this.path, offset, `expected a block of kind ${kind}, ordinal ${ordinal}, found ${found}`);
    }
    const codec = bytes[FRAME_CODEC];
    if (codec !== CODEC_NONE && codec !== CODEC_DEFLATE)
      throw formatTooNew(this.path, `the block at ${offset} has the unknown codec ${codec}`);
    this.#verified[place] = (this.#verified[place] as number) | bit;
    block.start = FRAME_BYTES;
    block.end = length;
  }

  /** The block with its frame and its uncompressed payload, in its own buffer. */
  #decompressed({ bytes, view, start, end }: CachedBlock, at: BlockLocation): CachedBlock {
    const rawEnd = FRAME_BYTES + view.getUint32(FRAME_RAW_LENGTH, true);
    const raw = this.#cache.take(rawEnd);
    raw.bytes.set(bytes.subarray(0, FRAME_BYTES));
    raw.start = FRAME_BYTES;
    raw.end = rawEnd;
    if (decompress(bytes.subarray(start, end), raw.bytes.subarray(FRAME_BYTES, rawEnd))) return raw;
    this.#cache.unpin(raw);
    throw corruption(this.path, at.offset, `the compressed payload does not expand to ${rawEnd - FRAME_BYTES} bytes`);
  }

  #check(block: CachedBlock, { offset, length }: BlockLocation): void {
    const { bytes, view } = block;
    const expected = view.getUint32(FRAME_CHECK, true);
    const found = this.#checksum.ofBlock(offset, bytes, 0, bytes, FRAME_BYTES, length - FRAME_BYTES);
    if (found !== expected) {
      throw corruption(this.path, offset, `the block's checksum is ${found}, expected ${expected}`);
    }
    const stored = view.getUint32(FRAME_LENGTH, true);
    if (stored !== length - FRAME_BYTES) {
      throw corruption(this.path, offset, `expected a payload of ${length - FRAME_BYTES} bytes, found ${stored}`);
    }
  }
}
