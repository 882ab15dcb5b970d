import { utf8Length, writeUtf8 } from './text.js';

/** Below this many bytes a loop is quicker than `set` with a subarray, and allocates nothing. */
const SHORT_RUN = 64;

/**
 * A growing run of bytes. Numbers are little-endian.
 *
 * `bytes` and `view` are larger than what was written and are others after growth: take them anew after each call.
 */
export class ByteWriter {
  bytes: Uint8Array;
  view: DataView;
  /** Bytes written so far. */
  length = 0;

  constructor(capacity = 256) {
    const bytes = new Uint8Array(capacity);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
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
    if (length < SHORT_RUN) {
      const to = this.bytes;
      for (let index = 0; index < length; index++) to[at + index] = bytes[offset + index] as number;
    } else {
      this.bytes.set(offset === 0 && length === bytes.length ? bytes : bytes.subarray(offset, offset + length), at);
    }
  }

  /** A u32 length, then the bytes. */
  sized(bytes: Uint8Array): void {
    this.u32(bytes.length);
    this.raw(bytes);
  }

  /** A u32 length in bytes, then UTF-8; a lone surrogate becomes U+FFFD. */
  text(text: string): void {
    const size = utf8Length(text);
    this.u32(size);
    const at = this.reserve(size);
    writeUtf8(text, size, this.bytes, at);
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

  /** A copy of exactly what was written, with a buffer of its own. */
  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private grow(needed: number): void {
    let capacity = Math.max(this.bytes.length, 16);
    while (capacity < needed) capacity *= 2;
    const bytes = new Uint8Array(capacity);
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}
