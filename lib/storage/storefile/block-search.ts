import { handleLost, isHandleClosed } from '../fs/file-errors.js';
import type { FileHandle } from '../fs/file-system.js';
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
import { CODEC_DEFLATE, CODEC_NONE } from './codec.js';
import { HEADER_BYTES } from './file-ends.js';

/** A data block that was found. */
export interface FoundBlock extends BlockLocation {
  /** Whether no block is missing between it and the data block before it, or the beginning of the file. */
  readonly follows: boolean;
}

/** How many bytes are searched between two results. */
const WINDOW_BYTES = 64 * 1024;
/** How many bytes of checksums the search may compute, as a multiple of the file's size. */
const SEARCH_FACTOR = 4;
/** A read that fails once may succeed later. */
const READ_ATTEMPTS = 3;

/**
 * Finds the sound blocks of a store file by their frames, without its tail, its trailer and its index. A block counts if
 * its checksum fits, which also covers its place and the number of the file.
 */
export class BlockSearch {
  /** The data blocks, in the order of the file. */
  readonly blocks: FoundBlock[] = [];
  /** Whether all blocks after the last data block were found, up to the trailer. */
  isComplete = false;
  /** Offset after the last block, and the ordinal after the largest one. */
  end: number = HEADER_BYTES;
  ordinals = 0;
  readonly #handle: FileHandle;
  readonly #path: string;
  readonly #checksum: PlacedChecksum;
  readonly #size: number;
  #budget: number;
  /** Whether a block is missing since the last data block. */
  #missing = false;
  #block = new Uint8Array(WINDOW_BYTES);

  constructor(handle: FileHandle, path: string, fileNumber: number) {
    this.#handle = handle;
    this.#path = path;
    this.#checksum = new PlacedChecksum(fileNumber);
    this.#size = handle.size();
    this.#budget = SEARCH_FACTOR * this.#size;
  }

  /** Searches to the end of the file, or to a place that the device cannot read. Yields often, so that others can run. */
  *run(): Generator<void, void> {
    const bytes = new Uint8Array(WINDOW_BYTES);
    for (let at = HEADER_BYTES; at + FRAME_BYTES <= this.#size && this.#budget >= 0; ) {
      // Most blocks follow the one before them.
      let count = this.#read(bytes.subarray(0, FRAME_BYTES), at);
      if (this.#take(bytes, 0, at)) at = this.end;
      else {
        count = this.#read(bytes, at);
        let skipped = 1;
        while (skipped + FRAME_BYTES <= count && !this.#take(bytes, skipped, at + skipped)) skipped++;
        at = skipped + FRAME_BYTES <= count ? this.end : at + skipped;
      }
      yield;
    }
  }

  /** Takes note of the block at `offset`, whose frame is at `from` of `bytes`. Returns false if there is none. */
  #take(bytes: Uint8Array, from: number, offset: number): boolean {
    const view = new DataView(bytes.buffer, from, FRAME_BYTES);
    const kind = bytes[from] as number;
    const codec = bytes[from + FRAME_CODEC];
    const stored = view.getUint32(FRAME_LENGTH, true);
    const ordinal = view.getUint32(FRAME_ORDINAL, true);
    const length = FRAME_BYTES + stored;
    const isPlausible =
      kind >= BlockKind.Data &&
      kind <= BlockKind.Trailer &&
      view.getUint16(2, true) === 0 &&
      (codec === CODEC_NONE ? view.getUint32(FRAME_RAW_LENGTH, true) === stored : codec === CODEC_DEFLATE) &&
      ordinal >= this.ordinals &&
      offset + length <= this.#size &&
      this.#budget >= 0;
    if (!isPlausible || !this.#isSound(offset, length)) return false;
    if (ordinal !== this.ordinals) this.#missing = true;
    if (kind === BlockKind.Data) {
      this.blocks.push({ offset, length, ordinal, follows: !this.#missing });
      this.#missing = false;
    }
    this.isComplete = kind === BlockKind.Trailer && !this.#missing;
    this.ordinals = ordinal + 1;
    this.end = offset + length;
    return true;
  }

  #isSound(offset: number, length: number): boolean {
    this.#budget -= length;
    if (length > this.#block.length) this.#block = new Uint8Array(length);
    const block = this.#block.subarray(0, length);
    if (this.#read(block, offset) < length) return false;
    const expected = new DataView(block.buffer).getUint32(FRAME_CHECK, true);
    return this.#checksum.ofBlock(offset, block, 0, block, FRAME_BYTES, length - FRAME_BYTES) === expected;
  }

  /** Returns the number of bytes that were read, 0 if the device refuses. Throws if the browser has ended the handle. */
  #read(into: Uint8Array, at: number): number {
    for (let attempts = READ_ATTEMPTS; attempts > 0; attempts--) {
      try {
        return this.#handle.read(into, at);
      } catch (error) {
        if (isHandleClosed(error)) throw handleLost(this.#path, error);
      }
    }
    return 0;
  }
}
