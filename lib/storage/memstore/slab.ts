/*
 * Memory of a memstore: cells are appended to chunks and never move. A cell's address is one 32-bit integer:
 *
 *   31        20 19                    0
 *   | chunk    | offset in the chunk   |
 *
 * Chunks grow from 1 KiB to 1 MiB, so that a thousand tables with few cells each need little memory. A cell too large to
 * share a chunk gets a chunk of exactly its size and starts at offset 0.
 */
import { BigtabError } from '../../errors.js';
import { type CellBuffer, copyBytes, copyWords } from '../../keyvalue/cell-layout.js';

export const CHUNK_SHIFT = 20;
export const OFFSET_MASK: number = (1 << CHUNK_SHIFT) - 1;

const KIB = 1024;
const FIRST_CHUNK_BYTES = KIB;
const CHUNK_BYTES = 1024 * KIB;
/** A larger cell has its own chunk. */
const SHARED_CELL_BYTES = 256 * KIB;
/** The number of chunks that an address can name: 4 GiB. */
const MAX_CHUNKS = 4096;
/** Returned chunks are kept up to this size; the garbage collector frees the others. */
const KEPT_BYTES = 16 * CHUNK_BYTES;

/** The chunks of all memstores of a database. Reuses them, because a new chunk must be zeroed. */
export class SlabPool {
  /** Bytes of the chunks in use: the memory that memstores occupy, including frozen and pinned segments. */
  usedBytes = 0;
  readonly #kept = new Map<number, CellBuffer[]>();
  #keptBytes = 0;

  /** A chunk of exactly this size; its bytes are undefined. */
  take(sizeBytes: number): CellBuffer {
    this.usedBytes += sizeBytes;
    const recycled = this.#kept.get(sizeBytes)?.pop();
    if (recycled !== undefined) {
      this.#keptBytes -= sizeBytes;
      return recycled;
    }
    const bytes = new Uint8Array(sizeBytes);
    return { bytes, view: new DataView(bytes.buffer) };
  }

  /** Returns a chunk to the pool; it must not be read any more. */
  give(chunk: CellBuffer): void {
    const sizeBytes = chunk.bytes.length;
    this.usedBytes -= sizeBytes;
    // Only chunks of doubling sizes are requested again; chunks of single large cells are not.
    if ((sizeBytes & (sizeBytes - 1)) !== 0 || this.#keptBytes + sizeBytes > KEPT_BYTES) return;
    const same = this.#kept.get(sizeBytes);
    if (same === undefined) this.#kept.set(sizeBytes, [chunk]);
    else same.push(chunk);
    this.#keptBytes += sizeBytes;
  }
}

/** A position in a slab that separates everything appended later from everything before. */
export interface SlabMark {
  readonly chunks: number;
  readonly shared: number;
  readonly offset: number;
  readonly filledBytes: number;
}

/** The memory of one segment. */
export class Slab {
  /** Chunks by number, for `address >>> CHUNK_SHIFT`. */
  readonly chunks: CellBuffer[] = [];
  /** Bytes of its cells. */
  filledBytes = 0;
  readonly #pool: SlabPool;
  /** Number of the chunk for small cells; -1 before the first. */
  #shared = -1;
  #offset = 0;

  constructor(pool: SlabPool) {
    this.#pool = pool;
  }

  /** Copies `length` bytes and returns their address. */
  append(from: CellBuffer, offset: number, length: number): number {
    const address = this.#reserve(length);
    const chunk = this.chunks[address >>> CHUNK_SHIFT] as CellBuffer;
    const at = address & OFFSET_MASK;
    if (length <= 512) copyWords(from.view, offset, length, chunk.view, at);
    else copyBytes(from.bytes, offset, length, chunk.bytes, at);
    this.filledBytes += length;
    return address;
  }

  mark(): SlabMark {
    return { chunks: this.chunks.length, shared: this.#shared, offset: this.#offset, filledBytes: this.filledBytes };
  }

  /** Whether the cell at `address` was appended after `mark`. */
  isAfter(address: number, mark: SlabMark): boolean {
    const chunk = address >>> CHUNK_SHIFT;
    return chunk >= mark.chunks || (chunk === mark.shared && (address & OFFSET_MASK) >= mark.offset);
  }

  /** Removes everything appended after `mark`. */
  rollback(mark: SlabMark): void {
    for (const chunk of this.chunks.splice(mark.chunks)) this.#pool.give(chunk);
    this.#shared = mark.shared;
    this.#offset = mark.offset;
    this.filledBytes = mark.filledBytes;
  }

  /** Returns all chunks to the pool. */
  release(): void {
    this.rollback({ chunks: 0, shared: -1, offset: 0, filledBytes: 0 });
  }

  #reserve(length: number): number {
    if (length > SHARED_CELL_BYTES) return (this.#addChunk(length) << CHUNK_SHIFT) >>> 0;
    const room = this.#shared < 0 ? 0 : (this.chunks[this.#shared] as CellBuffer).bytes.length - this.#offset;
    if (length > room) {
      this.#shared = this.#addChunk(this.#nextChunkBytes(length));
      this.#offset = 0;
    }
    const address = ((this.#shared << CHUNK_SHIFT) | this.#offset) >>> 0;
    this.#offset += length;
    return address;
  }

  #addChunk(sizeBytes: number): number {
    if (this.chunks.length === MAX_CHUNKS) {
      throw new BigtabError('REGION_TOO_BUSY', `A memstore can address at most ${MAX_CHUNKS} chunks`);
    }
    return this.chunks.push(this.#pool.take(sizeBytes)) - 1;
  }

  #nextChunkBytes(length: number): number {
    let size = this.#shared < 0 ? FIRST_CHUNK_BYTES : 2 * (this.chunks[this.#shared] as CellBuffer).bytes.length;
    while (size < length) size *= 2;
    return Math.min(size, CHUNK_BYTES);
  }
}
