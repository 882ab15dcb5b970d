/** The size of a buffer that copies share. */
const CHUNK_BYTES = 64 * 1024;
/** A longer copy has its own buffer, so that little of a chunk stays unused. */
const SHARED_BYTES = 8 * 1024;

/**
 * Copies short runs of bytes into shared buffers, because allocating and freeing a buffer costs more than the copy. A
 * buffer lives as long as any of its copies, so use this only for short-lived copies.
 */
export class ByteArena {
  #chunk: Uint8Array = new Uint8Array(0);
  #used = 0;

  copy(bytes: Uint8Array): Uint8Array {
    const { length } = bytes;
    if (length > SHARED_BYTES) return bytes.slice();
    if (this.#used + length > this.#chunk.length) {
      this.#chunk = new Uint8Array(CHUNK_BYTES);
      this.#used = 0;
    }
    const at = this.#used;
    this.#used += length;
    this.#chunk.set(bytes, at);
    return this.#chunk.subarray(at, this.#used);
  }
}
