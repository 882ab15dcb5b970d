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

/** How many bytes are searched at a time: a page of the device, which is read as a whole or not at all. */
const WINDOW_BYTES = 4096;
/** The buffer for a block has this size at first. */
const BLOCK_BYTES = 64 * 1024;
/** How many bytes of checksums the search may compute, as a multiple of the file's size. */
const SEARCH_FACTOR = 4;

/**
 * Finds the sound blocks of a store file by their frames, without its tail, its trailer and its index. A block counts if
 * its checksum fits, which also covers its place and the number of the file.
 */
export class BlockSearch {
  /** The data blocks, in the order of the file. */
  readonly blocks: FoundBlock[] = [];
  /** Whether all blocks after the last data block were found, up to the trailer. */
  isComplete = false;
  /** Where the first block is missing; null if none is. */
  gap: number | null = null;
  /** Offset after the last block, and the ordinal after the largest one. */
  end: number = HEADER_BYTES;
  ordinals = 0;
  readonly #handle: FileHandle;
  readonly #checksum: PlacedChecksum;
  readonly #size: number;
  #budget: number;
  /** Whether a block is missing since the last data block. */
  #missing = false;
  /** A window, and the rest of a frame that begins in it. */
  readonly #window = new Uint8Array(WINDOW_BYTES + FRAME_BYTES - 1);
  readonly #view = new DataView(this.#window.buffer);
  #block = new Uint8Array(BLOCK_BYTES);

  /** A window that `handle` reads nothing of is passed over. */
  constructor(handle: FileHandle, fileNumber: number) {
    this.#handle = handle;
    this.#checksum = new PlacedChecksum(fileNumber);
    this.#size = handle.size();
    this.#budget = SEARCH_FACTOR * this.#size;
  }

  /** Searches to the end of the file. Yields after each block and each window, so that others can run. */
  *run(): Generator<void, void> {
    for (let at = HEADER_BYTES; at + FRAME_BYTES <= this.#size && this.#budget >= 0; ) {
      const end = at - (at % WINDOW_BYTES) + WINDOW_BYTES;
      at = this.#takeNext(at, end) ? this.end : end;
      yield;
    }
  }

  /** Takes note of the first block that begins at `start` … `end` - 1, in one window. Returns false if there is none. */
  #takeNext(start: number, end: number): boolean {
    const bytes = this.#window.subarray(0, end - start + FRAME_BYTES - 1);
    // It may be the next window that cannot be read, or only the end of this one.
    const lengths = [bytes.length, end - start, FRAME_BYTES];
    const count = lengths.reduce((found, length) => found || this.#handle.read(bytes.subarray(0, length), start), 0);
    for (let from = 0; from + FRAME_BYTES <= count; from++) if (this.#take(from, start + from)) return true;
    return false;
  }

  /** Takes note of the block at `offset`, whose frame is at `from` of the window. Returns false if there is none. */
  #take(from: number, offset: number): boolean {
    const view = this.#view;
    const kind = view.getUint8(from);
    const codec = view.getUint8(from + FRAME_CODEC);
    const stored = view.getUint32(from + FRAME_LENGTH, true);
    const ordinal = view.getUint32(from + FRAME_ORDINAL, true);
    const length = FRAME_BYTES + stored;
    const isPlausible =
      kind >= BlockKind.Data &&
      kind <= BlockKind.Trailer &&
      view.getUint16(from + 2, true) === 0 &&
      (codec === CODEC_NONE ? view.getUint32(from + FRAME_RAW_LENGTH, true) === stored : codec === CODEC_DEFLATE) &&
      ordinal >= this.ordinals &&
      HEADER_BYTES + ordinal * FRAME_BYTES <= offset &&
      offset + length <= this.#size &&
      this.#budget >= 0;
    if (!isPlausible || !this.#isSound(offset, length)) return false;
    if (ordinal !== this.ordinals) {
      this.#missing = true;
      this.gap ??= this.end;
    }
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
    if (this.#handle.read(block, offset) < length) return false;
    const expected = new DataView(block.buffer).getUint32(FRAME_CHECK, true);
    return this.#checksum.ofBlock(offset, block, 0, block, FRAME_BYTES, length - FRAME_BYTES) === expected;
  }
}
