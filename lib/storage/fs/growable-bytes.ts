const FIRST_CAPACITY = 1024;

/**
 * The bytes of a file in memory. They can be written at any offset, the buffer grows by doubling, and unwritten bytes
 * are zero.
 *
 * Invariant: every byte of `buffer` from `length` on is zero.
 */
export class GrowableBytes {
  length = 0;
  #buffer: Uint8Array = new Uint8Array(0);
  /** Whether a clone uses the same buffer; the first of the two to write then copies it. */
  #shared = false;

  /** A copy of the current bytes; costs nothing until one of the two is written. */
  clone(): GrowableBytes {
    const copy = new GrowableBytes();
    copy.#buffer = this.#buffer;
    copy.length = this.length;
    copy.#shared = true;
    this.#shared = true;
    return copy;
  }

  toBytes(): Uint8Array {
    return this.#buffer.slice(0, this.length);
  }

  /** Copies bytes from `at` into `into` and returns their number. */
  read(into: Uint8Array, at: number): number {
    const end = Math.min(this.length, at + into.length);
    if (end <= at) return 0;
    into.set(this.#buffer.subarray(at, end));
    return end - at;
  }

  write(from: Uint8Array, at: number): void {
    if (from.length === 0) return;
    const end = at + from.length;
    this.#reserve(end);
    this.#buffer.set(from, at);
    this.length = Math.max(this.length, end);
  }

  truncate(size: number): void {
    this.#reserve(size);
    if (size < this.length) this.#buffer.fill(0, size, this.length);
    this.length = size;
  }

  /** Makes room for `size` bytes in a buffer that no clone shares. */
  #reserve(size: number): void {
    const capacity = this.#buffer.length;
    if (size <= capacity && !this.#shared) return;
    const own = new Uint8Array(size <= capacity ? capacity : Math.max(size, 2 * capacity, FIRST_CAPACITY));
    own.set(this.#buffer.subarray(0, this.length));
    this.#buffer = own;
    this.#shared = false;
  }
}
