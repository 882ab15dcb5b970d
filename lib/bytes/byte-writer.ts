import { encodeText } from './text.js';

/** Below this many bytes a loop is quicker than `set` with a subarray, and allocates nothing. */
const SHORT_RUN = 64;

/**
 * Memory is made with the first byte: many writers are made in case something is to be written, and a buffer costs as
 * much as a get.
 */
const FIRST_BYTES = 256;
const NO_BYTES = new Uint8Array(0);
const NO_VIEW = new DataView(NO_BYTES.buffer);

/**
 * A growing run of bytes. Numbers are little-endian.
 *
 * `bytes` and `view` are larger than what was written and are others after growth: take them anew after each call.
 */
export class ByteWriter {
  bytes: Uint8Array = NO_BYTES;
  view: DataView = NO_VIEW;
  /** Bytes written so far. */
  length = 0;

  constructor(capacity = 0) {
    if (capacity > 0) this.use(new Uint8Array(capacity));
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

  /** Modulo 2^64. */
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

  /** Makes room for `count` bytes, counts them as written, and gives their offset. What stands there is undefined. */
  reserve(count: number): number {
    const at = this.length;
    const end = at + count;
    if (end > this.bytes.length) this.grow(end);
    this.length = end;
    return at;
  }

  /** Writes over the u32 at `at`. REQUIRES `at + 4 <= length`. */
  patchU32(at: number, value: number): void {
    this.view.setUint32(at, value, true);
  }

  /** Forgets everything from `length` on. REQUIRES `length <= this.length`. */
  truncate(length: number): void {
    this.length = length;
  }

  /** Forgets everything, keeps the buffer. */
  reset(): void {
    this.length = 0;
  }

  /** What was written, not copied: valid until something else is written. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /**
   * What was written, in a buffer of its own, copied only where the memory is larger. The writer is not to be used
   * again.
   */
  release(): Uint8Array {
    return this.length === this.bytes.length ? this.bytes : this.finish();
  }

  /** A copy of exactly what was written, with a buffer of its own. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  /** Makes room for `needed` bytes, at least for twice as many as there was. */
  private grow(needed: number): void {
    const bytes = new Uint8Array(Math.max(needed, this.bytes.length * 2, FIRST_BYTES));
    if (this.length > 0) bytes.set(this.bytes.subarray(0, this.length));
    this.use(bytes);
  }

  private use(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}
