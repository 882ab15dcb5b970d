/*
 * Blocks of all store files in memory, in buffers that are reused.
 *
 * A block is pinned while it is being read: `take` and `pin` pin it, `unpin` releases it. Only blocks without pins are
 * evicted. A published block can be found again. It stays until its room is needed; the block that was requested least
 * is evicted first (CLOCK: a hand moves around the ring, subtracts one use from each block it passes, and stops at a
 * block that has none). Blocks of IN_MEMORY families are skipped as long as they take up at most half of the cache.
 * Buffers come in size classes, four to each power of two, so that the buffer of an evicted block fits the next block.
 *
 * Invariant: `usedBytes` is the sum of all buffers, including free ones; it exceeds the limit only while pinned blocks
 * need it.
 */

const MIB = 1024 * 1024;
const SMALLEST_CLASS_SHIFT = 10;
const MOST_USES = 3;
/**
 * Free buffers up to this size are kept even if the limit is lower, so that a cache of 0 bytes can still reuse them.
 */
const FLOOR_BYTES = 512 * 1024;

/** How a file's data blocks are cached: not at all, while they are requested, or longer than other blocks. */
export const Caching = { None: 0, Plain: 1, InMemory: 2 } as const;

export type Caching = (typeof Caching)[keyof typeof Caching];

/** The published blocks of one file by their ordinal. */
export type BlockTable = Map<number, CachedBlock>;

/** A block in memory. Its bytes are valid while it is pinned. */
export class CachedBlock {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where the block begins in its file. */
  offset = 0;
  /** The payload. */
  start = 0;
  end = 0;
  pins = 0;
  uses = 0;
  /** The table in which it is published, or null. */
  table: BlockTable | null = null;
  ordinal = 0;
  /** Position in the ring while published. */
  slot = 0;
  inMemory = false;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }
}

export class BlockCache {
  readonly limitBytes: number;
  /** Size of all buffers in bytes, including pinned and free ones. */
  usedBytes = 0;
  /** Size of the published blocks of IN_MEMORY families. */
  #usedInMemory = 0;
  #hand = 0;
  readonly #ring: CachedBlock[] = [];
  readonly #free = new Map<number, CachedBlock[]>();

  constructor(limitBytes: number = 16 * MIB) {
    this.limitBytes = limitBytes;
  }

  /** Number of blocks that can be found again. */
  get blockCount(): number {
    return this.#ring.length;
  }

  /** Returns a pinned, unpublished block with room for `length` bytes; its content is undefined. */
  take(length: number): CachedBlock {
    const capacity = classOf(length);
    let block = this.#free.get(capacity)?.pop() ?? null;
    if (block === null && this.usedBytes + capacity > this.limitBytes) {
      this.#dropFree();
      block = this.#giveUp(capacity);
    }
    if (block === null) {
      block = new CachedBlock(capacity);
      this.usedBytes += capacity;
    }
    block.pins = 1;
    block.uses = 0;
    return block;
  }

  /** Publishes a taken block under `ordinal` in `table`, so that it can be found; does nothing if memory is short. */
  publish(block: CachedBlock, table: BlockTable, ordinal: number, caching: Caching = Caching.Plain): void {
    if (this.usedBytes > this.limitBytes) return;
    block.inMemory = caching === Caching.InMemory;
    if (block.inMemory) this.#usedInMemory += block.bytes.length;
    block.table = table;
    block.ordinal = ordinal;
    block.slot = this.#ring.length;
    this.#ring.push(block);
    table.set(ordinal, block);
  }

  pin(block: CachedBlock): void {
    block.pins++;
    if (block.uses < MOST_USES) block.uses++;
  }

  unpin(block: CachedBlock): void {
    block.pins--;
    if (block.pins > 0) return;
    if (block.table === null) this.#recycle(block);
    else if (this.usedBytes > this.limitBytes) {
      this.#unpublish(block);
      this.#recycle(block);
    }
  }

  /** Removes all blocks of a file; pinned ones stay valid until they are unpinned. */
  drop(table: BlockTable): void {
    for (const block of table.values()) {
      this.#removeFromRing(block);
      block.table = null;
      if (block.pins === 0) this.#recycle(block);
    }
    table.clear();
  }

  #recycle(block: CachedBlock): void {
    const capacity = block.bytes.length;
    if (this.usedBytes > Math.max(this.limitBytes, FLOOR_BYTES)) {
      this.usedBytes -= capacity;
      return;
    }
    const same = this.#free.get(capacity);
    if (same === undefined) this.#free.set(capacity, [block]);
    else same.push(block);
  }

  /** Makes room for a buffer of `capacity`, or returns the buffer of an evicted block of exactly that size. */
  #giveUp(capacity: number): CachedBlock | null {
    const ring = this.#ring;
    let steps = ring.length * (MOST_USES + 1);
    while (steps-- > 0 && ring.length > 0 && this.usedBytes + capacity > this.limitBytes) {
      if (this.#hand >= ring.length) this.#hand = 0;
      const block = ring[this.#hand] as CachedBlock;
      if (block.pins > 0 || (block.inMemory && this.#usedInMemory * 2 <= this.limitBytes)) this.#hand++;
      else if (block.uses > 0) {
        block.uses--;
        this.#hand++;
      } else {
        this.#unpublish(block);
        if (block.bytes.length === capacity) return block;
        this.usedBytes -= block.bytes.length;
      }
    }
    return null;
  }

  #dropFree(): void {
    for (const [capacity, blocks] of this.#free) {
      this.usedBytes -= capacity * blocks.length;
      blocks.length = 0;
    }
  }

  #unpublish(block: CachedBlock): void {
    block.table?.delete(block.ordinal);
    block.table = null;
    this.#removeFromRing(block);
  }

  #removeFromRing(block: CachedBlock): void {
    if (block.inMemory) this.#usedInMemory -= block.bytes.length;
    block.inMemory = false;
    const moved = this.#ring.pop() as CachedBlock;
    if (moved === block) return;
    this.#ring[block.slot] = moved;
    moved.slot = block.slot;
  }
}

/** The smallest size class for `length` bytes: 4, 5, 6 or 7 quarters of a power of two. */
function classOf(length: number): number {
  let shift = SMALLEST_CLASS_SHIFT;
  while (2 ** (shift + 1) < length) shift++;
  const quarter = 2 ** (shift - 2);
  return Math.max(2 ** shift, Math.ceil(length / quarter) * quarter);
}
