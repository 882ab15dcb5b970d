import { ByteWriter } from '../../bytes/byte-writer.js';
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
import { CODEC_DEFLATE, CODEC_NONE, compress } from './codec.js';
import { encodeHeader } from './file-ends.js';

/** A write costs the same up to about this size, so smaller blocks are collected first. */
const WRITE_BYTES = 64 * 1024;
/** Larger payloads are written to the file without being copied. */
const DIRECT_BYTES = 256 * 1024;
/**
 * Flushing this number of bytes takes a millisecond; a single flush at the end of a large file would take much longer.
 */
const FLUSH_BYTES = 1024 * 1024;

/** Puts blocks into their frames and appends them to the file. */
export class BlockOutput {
  /** Checksum of the block written last. */
  lastCheck = 0;
  blockCount = 0;
  readonly #handle: FileHandle;
  readonly #checksum: PlacedChecksum;
  readonly #compresses: boolean;
  readonly #pending = new ByteWriter();
  #written = 0;
  #unflushed = 0;

  /** With `compresses`, data and values are compressed if that saves enough. */
  constructor(handle: FileHandle, fileNumber: number, compresses: boolean) {
    this.#handle = handle;
    this.#compresses = compresses;
    this.#checksum = new PlacedChecksum(fileNumber);
    this.#pending.raw(encodeHeader(fileNumber));
  }

  /** Length of the file after everything appended so far is written. */
  get bytesWritten(): number {
    return this.#written + this.#pending.length;
  }

  /** Appends a block with `length` bytes of `payload`, which may be reused after this returns. */
  write(kind: BlockKind, payload: Uint8Array, payloadAt: number, length: number): BlockLocation {
    const packed =
      this.#compresses && kind <= BlockKind.Value ? compress(payload.subarray(payloadAt, payloadAt + length)) : null;
    return packed === null
      ? this.#writeAs(CODEC_NONE, kind, payload, payloadAt, length, length)
      : this.#writeAs(CODEC_DEFLATE, kind, packed, 0, packed.length, length);
  }

  /** Appends the last bytes, and forces everything to the device. */
  finish(tail: Uint8Array): void {
    this.#pending.raw(tail);
    this.#drain();
    this.#handle.flush();
  }

  #writeAs(
    codec: number,
    kind: BlockKind,
    payload: Uint8Array,
    payloadAt: number,
    length: number,
    rawLength: number,
  ): BlockLocation {
    const offset = this.bytesWritten;
    const ordinal = this.blockCount++;
    const pending = this.#pending;
    const at = pending.reserve(FRAME_BYTES);
    const { bytes, view } = pending;
    view.setUint32(at, kind, true);
    view.setUint8(at + FRAME_CODEC, codec);
    view.setUint32(at + FRAME_ORDINAL, ordinal, true);
    view.setUint32(at + FRAME_LENGTH, length, true);
    view.setUint32(at + FRAME_RAW_LENGTH, rawLength, true);
    this.lastCheck = this.#checksum.ofBlock(offset, bytes, at, payload, payloadAt, length);
    view.setUint32(at + FRAME_CHECK, this.lastCheck, true);
    if (length > DIRECT_BYTES) {
      this.#drain();
      this.#toFile(payload.subarray(payloadAt, payloadAt + length));
    } else {
      pending.raw(payload, payloadAt, length);
      if (pending.length >= WRITE_BYTES) this.#drain();
    }
    return { offset, length: FRAME_BYTES + length, ordinal };
  }

  #drain(): void {
    const pending = this.#pending;
    this.#toFile(pending.bytes.subarray(0, pending.length));
    pending.reset();
  }

  #toFile(bytes: Uint8Array): void {
    this.#handle.write(bytes, this.#written);
    this.#written += bytes.length;
    this.#unflushed += bytes.length;
    if (this.#unflushed < FLUSH_BYTES) return;
    this.#handle.flush();
    this.#unflushed = 0;
  }
}
