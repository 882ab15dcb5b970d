/** Memory that copies share. */
const CHUNK_BYTES = 64 * 1024;
/** What is longer has a buffer of its own, so that little of a chunk stays unused. */
const SHARED_BYTES = 8 * 1024;

/**
 * Copies short runs of bytes into memory that they share: to make a buffer, and to free it, costs more than the copy. A
 * chunk lives as long as one of its copies, so it is for what is gone soon.
 */
export class ByteArena {
  private chunk: Uint8Array = new Uint8Array(0);
  private used = 0;

  copy(bytes: Uint8Array): Uint8Array {
    const { length } = bytes;
    if (length > SHARED_BYTES) return bytes.slice();
    if (this.used + length > this.chunk.length) {
      this.chunk = new Uint8Array(CHUNK_BYTES);
      this.used = 0;
    }
    const at = this.used;
    this.used += length;
    this.chunk.set(bytes, at);
    return this.chunk.subarray(at, this.used);
  }
}
