import { describe, expect, it } from 'vitest';
import { Random } from '../../simulation/random.js';
import { testSeeds } from '../../testing/seed.js';
import { BlockCache, type BlockTable, type CachedBlock, Caching } from './block-cache.js';

const KIB = 1024;

function published(
  cache: BlockCache,
  table: BlockTable,
  ordinal: number,
  length: number = 64 * KIB,
  caching: Caching = Caching.Plain,
): CachedBlock {
  const block = cache.take(length);
  cache.publish(block, table, ordinal, caching);
  cache.unpin(block);
  return block;
}

describe('the block cache', () => {
  it('returns a buffer with enough room, at most a quarter too large', () => {
    const cache = new BlockCache();
    for (const length of [1, 1024, 1025, 1281, 5000, 65_536, 65_537, 100_000, 10 * KIB * KIB]) {
      const { bytes } = cache.take(length);
      expect(bytes.length).toBeGreaterThanOrEqual(length);
      expect(bytes.length).toBeLessThanOrEqual(Math.max(KIB, length * 1.25));
    }
  });

  it('finds a published block again and keeps it while there is room', () => {
    const cache = new BlockCache(256 * KIB);
    const table: BlockTable = new Map();
    const block = published(cache, table, 5);
    for (let ordinal = 6; ordinal < 9; ordinal++) published(cache, table, ordinal);
    expect(table.get(5)).toBe(block);
    expect(cache.usedBytes).toBe(256 * KIB);
  });

  it('reuses buffers: nothing is allocated when a block replaces another', () => {
    const cache = new BlockCache(256 * KIB);
    const table: BlockTable = new Map();
    const buffers = new Set<Uint8Array>();
    for (let ordinal = 0; ordinal < 100; ordinal++) buffers.add(published(cache, table, ordinal).bytes);
    expect(buffers.size).toBe(4);
    expect(table.size).toBe(4);
    expect(cache.blockCount).toBe(4);
  });

  it('never evicts a pinned block, and exceeds its limit instead', () => {
    const cache = new BlockCache(128 * KIB);
    const table: BlockTable = new Map();
    const pinned = [0, 1, 2, 3].map((ordinal) => {
      const block = cache.take(64 * KIB);
      block.bytes.fill(ordinal);
      cache.publish(block, table, ordinal);
      return block;
    });
    expect(cache.usedBytes).toBe(256 * KIB);
    expect(pinned.map(({ bytes }) => bytes[100])).toEqual([0, 1, 2, 3]);
    for (const block of pinned) cache.unpin(block);
    expect(cache.usedBytes).toBeLessThanOrEqual(512 * KIB);
  });

  it('evicts IN_MEMORY blocks last, as long as they are at most half of it', () => {
    const cache = new BlockCache(512 * KIB);
    const [first, plain]: [BlockTable, BlockTable] = [new Map(), new Map()];
    for (let ordinal = 0; ordinal < 4; ordinal++) published(cache, first, ordinal, 64 * KIB, Caching.InMemory);
    for (let ordinal = 0; ordinal < 50; ordinal++) published(cache, plain, ordinal);
    expect([first.size, plain.size]).toEqual([4, 4]);
    for (let ordinal = 4; ordinal < 50; ordinal++) published(cache, first, ordinal, 64 * KIB, Caching.InMemory);
    expect(cache.blockCount).toBe(8);
    expect(first.size).toBeGreaterThanOrEqual(4);
    for (let ordinal = 50; ordinal < 100; ordinal++) published(cache, plain, ordinal);
    expect([first.size, plain.size]).toEqual([4, 4]);
    cache.drop(first);
    for (let ordinal = 100; ordinal < 110; ordinal++) published(cache, plain, ordinal);
    expect([plain.size, cache.usedBytes]).toEqual([8, 512 * KIB]);
  });

  it('evicts the block that was requested least first', () => {
    const cache = new BlockCache(256 * KIB);
    const table: BlockTable = new Map();
    const favourite = published(cache, table, 0);
    for (let ordinal = 1; ordinal < 50; ordinal++) {
      cache.pin(favourite);
      cache.unpin(favourite);
      published(cache, table, ordinal);
    }
    expect(table.get(0)).toBe(favourite);
  });

  it('removes blocks of a dropped file, but not blocks that are being read', () => {
    const cache = new BlockCache(256 * KIB);
    const table: BlockTable = new Map();
    const other: BlockTable = new Map();
    published(cache, other, 1);
    published(cache, table, 1);
    const pinned = cache.take(64 * KIB);
    cache.publish(pinned, table, 2);
    pinned.bytes.fill(9);
    cache.drop(table);
    expect(table.size).toBe(0);
    expect(other.size).toBe(1);
    for (let ordinal = 10; ordinal < 20; ordinal++) published(cache, other, ordinal).bytes.fill(1);
    expect(pinned.bytes.every((byte) => byte === 9)).toBe(true);
    cache.unpin(pinned);
    expect(cache.usedBytes).toBeLessThanOrEqual(256 * KIB);
  });

  it('works with a limit of 0: no block is found again, but buffers are reused', () => {
    const cache = new BlockCache(0);
    const table: BlockTable = new Map();
    const buffers = new Set<Uint8Array>();
    for (let ordinal = 0; ordinal < 20; ordinal++) buffers.add(published(cache, table, ordinal).bytes);
    expect(table.size).toBe(0);
    expect(buffers.size).toBeLessThanOrEqual(2);
  });

  it('keeps its counts correct in random operations', () => {
    for (const seed of testSeeds(10)) {
      const random = new Random(seed);
      const cache = new BlockCache(random.pick([0, 64 * KIB, 1024 * KIB]));
      const tables: BlockTable[] = [new Map(), new Map(), new Map()];
      const pinned: { block: CachedBlock; mark: number }[] = [];
      for (let move = 0; move < 2000; move++) {
        const table = random.pick(tables);
        const ordinal = random.below(200);
        const found = table.get(ordinal);
        if (random.chance(0.01)) cache.drop(table);
        else if (found !== undefined) {
          expect(found.bytes[0], `seed ${seed}`).toBe(ordinal);
          cache.pin(found);
          pinned.push({ block: found, mark: ordinal });
        } else {
          const block = cache.take(random.pick([2, 16, 64, 80]) * KIB);
          block.bytes[0] = ordinal;
          cache.publish(block, table, ordinal, random.pick([Caching.Plain, Caching.InMemory]));
          pinned.push({ block, mark: ordinal });
        }
        while (pinned.length > random.below(8)) {
          const [last] = pinned.splice(random.below(pinned.length), 1);
          expect(last?.block.bytes[0], `seed ${seed}`).toBe(last?.mark);
          cache.unpin((last as { block: CachedBlock }).block);
        }
      }
      while (pinned.length > 0) cache.unpin((pinned.pop() as { block: CachedBlock }).block);
      expect(cache.usedBytes, `seed ${seed}`).toBeLessThanOrEqual(Math.max(cache.limitBytes, 512 * KIB));
      expect(tables.reduce((sum, table) => sum + table.size, 0)).toBe(cache.blockCount);
      for (const table of tables) cache.drop(table);
      expect(cache.blockCount).toBe(0);
    }
  });
});
