import { encodeText } from './text.js';

/** Below this many bytes a loop is faster than `set` with a subarray, and allocates nothing. */
const SHORT_RUN = 64;

/**
 * The first byte allocates the buffer, because many writers stay empty and a buffer costs as much as a get.
 */
const FIRST_BYTES = 256;
const NO_BYTES = new Uint8Array(0);
const NO_VIEW = new DataView(NO_BYTES.buffer);

/**
 * A growing run of bytes. Numbers are little-endian.
 *
 * `bytes` and `view` are larger than what was written, and are replaced when they grow: read them again after each
 * call.
 */
export class ByteWriter {
  bytes: Uint8Array = NO_BYTES;
  view: DataView = NO_VIEW;
  /** How many bytes were written. */
  length = 0;

  constructor(capacity = 0) {
    if (capacity > 0) this.#use(new Uint8Array(capacity));
  }

  u8(value: number): void {
    const at = this.reserve(1);
    this.bytes[at] = value;
  }

  u16(value: number): void {
    const at = this.reserve(2);
    this.view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.reserve(4);
    this.view.setUint32(at, value, true);
  }

  f64(value: number): void {
    const at = this.reserve(8);
    this.view.setFloat64(at, value, true);
  }

  /** The value is taken modulo 2^64. */
  i64(value: bigint): void {
    const at = this.reserve(8);
    this.view.setBigInt64(at, value, true);
  }

  /** The bytes themselves, without a length. */
  raw(bytes: Uint8Array, offset = 0, length: number = bytes.length - offset): void {
    const at = this.reserve(length);
    const to = this.bytes;
    if (length < SHORT_RUN)
      for (let index = 0; index < length; index++) to[at + index] = bytes[offset + index] as number;
    else to.set(length === bytes.length ? bytes : bytes.subarray(offset, offset + length), at);
  }

  /** A u32 length, then the bytes. */
  sized(bytes: Uint8Array): void {
    this.u32(bytes.length);
    this.raw(bytes);
  }

  /** A u32 length in bytes, then UTF-8. REQUIRES well-formed text. */
  text(text: string): void {
    this.sized(encodeText(text));
  }

  /** Reserves `count` bytes, counts them as written, and returns their offset. Their content is undefined. */
  reserve(count: number): number {
    const at = this.length;
    const end = at + count;
    if (end > this.bytes.length) this.#grow(end);
    this.length = end;
    return at;
  }

  /** Overwrites the u32 at `at`. REQUIRES `at + 4 <= length`. */
  patchU32(at: number, value: number): void {
    this.view.setUint32(at, value, true);
  }

  /** Removes everything from `length` on. REQUIRES `length <= this.length`. */
  truncate(length: number): void {
    this.length = length;
  }

  /** Removes everything, but keeps the buffer. */
  reset(): void {
    this.length = 0;
  }

  /** The written bytes, not copied: valid until the next write. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /**
   * The written bytes, in their own buffer; copied only if the buffer is larger. Do not use the writer again.
   */
  release(): Uint8Array {
    return this.length === this.bytes.length ? this.bytes : this.finish();
  }

  /** A copy of exactly the written bytes, with its own buffer. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** Grows the buffer to `needed` bytes, or at least to twice its size. */
  #grow(needed: number): void {
    const bytes = new Uint8Array(Math.max(needed, this.bytes.length * 2, FIRST_BYTES));
    if (this.length > 0) bytes.set(this.bytes.subarray(0, this.length));
    this.#use(bytes);
  }

  #use(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}
