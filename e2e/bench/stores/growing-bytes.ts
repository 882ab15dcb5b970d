import type { PackedValues } from './packed-values.js';

/** Most keys are shorter than this. A loop copies them faster than `set`, which needs a view. */
const SHORT_BYTES = 32;
const FIRST_ENDS = 256;

/** Packs values into one growing buffer. */
export class GrowingBytes {
  /** The number of packed bytes. */
  size = 0;
  /** The number of packed values, including missing ones. */
  count = 0;
  private bytes: Uint8Array;
  private ends = new Int32Array(FIRST_ENDS);

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Packs `source[start]` to `source[end - 1]`. */
  add(source: Uint8Array, start: number, end: number): void {
    const from = this.size;
    const to = from + end - start;
    if (to > this.bytes.length) this.grow(to);
    const { bytes } = this;
    if (end - start <= SHORT_BYTES) {
      for (let at = from, read = start; at < to; at++, read++) bytes[at] = source[read] as number;
    } else {
      bytes.set(source.subarray(start, end), from);
    }
    this.size = to;
    this.addEnd(to);
  }

  /** Packs a missing value. */
  addMissing(): void {
    this.addEnd(-1);
  }

  /** Returns the packed values, in buffers that the caller owns, and starts again with no values. */
  take(): PackedValues {
    const { bytes, ends, size, count } = this;
    this.size = 0;
    this.count = 0;
    // A buffer that is at least half full is returned itself. Otherwise the used part is copied, so that the buffer can
    // be used again.
    const isNearlyFull = size * 2 > bytes.length;
    if (isNearlyFull) this.bytes = new Uint8Array(bytes.length);
    return { bytes: isNearlyFull ? bytes.subarray(0, size) : bytes.slice(0, size), ends: ends.slice(0, count) };
  }

  private addEnd(end: number): void {
    if (this.count === this.ends.length) {
      const ends = new Int32Array(this.count * 2);
      ends.set(this.ends);
      this.ends = ends;
    }
    this.ends[this.count++] = end;
  }

  private grow(least: number): void {
    const bytes = new Uint8Array(Math.max(least, this.bytes.length * 2));
    bytes.set(this.bytes.subarray(0, this.size));
    this.bytes = bytes;
  }
}
