import { describe, expect, it } from 'vitest';
import { Random } from '../../simulation/random.js';
import { CHUNK_SHIFT, OFFSET_MASK, Slab, SlabPool } from './slab.js';

const KIB = 1024;

function filled(length: number, byte: number): { readonly bytes: Uint8Array; readonly view: DataView } {
  const bytes = new Uint8Array(length).fill(byte);
  return { bytes, view: new DataView(bytes.buffer) };
}

function bytesAt(slab: Slab, address: number, length: number): Uint8Array {
  const at = address & OFFSET_MASK;
  return (slab.chunks[address >>> CHUNK_SHIFT] as { bytes: Uint8Array }).bytes.slice(at, at + length);
}

describe('a slab', () => {
  it('uses no memory before its first cell', () => {
    const pool = new SlabPool();
    expect(new Slab(pool).chunks).toEqual([]);
    expect(pool.usedBytes).toBe(0);
  });

  it('never moves bytes', () => {
    const slab = new Slab(new SlabPool());
    const random = new Random(1);
    const runs = Array.from({ length: 400 }, (_, index) => {
      const length = random.pick([1, 100, 600, 5000, 40 * KIB, 300 * KIB * (index % 40 === 0 ? 1 : 0)]);
      const from = filled(length + 3, index);
      return { length, byte: index, address: slab.append(from, 3, length) };
    });
    for (const { length, byte, address } of runs) {
      expect(bytesAt(slab, address, length).every((found) => found === byte % 256)).toBe(true);
    }
    expect(slab.filledBytes).toBe(runs.reduce((sum, { length }) => sum + length, 0));
  });

  it('needs 1 KiB for a few cells', () => {
    const pool = new SlabPool();
    const slab = new Slab(pool);
    for (let cell = 0; cell < 8; cell++) slab.append(filled(100, 1), 0, 100);
    expect(pool.usedBytes).toBe(KIB);
  });

  it('grows its chunks from 1 KiB to 1 MiB', () => {
    const slab = new Slab(new SlabPool());
    const cell = filled(KIB, 1);
    for (let kib = 0; kib < 4000; kib++) slab.append(cell, 0, KIB);
    const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1024, 1024];
    expect(slab.chunks.map(({ bytes }) => bytes.length / KIB)).toEqual(sizes);
  });

  it('stores a cell above 256 KiB in a chunk of exactly its size, and continues to fill the shared chunk', () => {
    const slab = new Slab(new SlabPool());
    slab.append(filled(10, 1), 0, 10);
    slab.append(filled(256 * KIB + 1, 2), 0, 256 * KIB + 1);
    slab.append(filled(10, 3), 0, 10);
    expect(slab.chunks.map(({ bytes }) => bytes.length)).toEqual([KIB, 256 * KIB + 1]);
  });

  it('removes what was appended after a mark, including large cells', () => {
    const pool = new SlabPool();
    const slab = new Slab(pool);
    const before = [slab.append(filled(10, 1), 0, 10), slab.append(filled(300 * KIB, 1), 0, 300 * KIB)];
    const [used, mark] = [pool.usedBytes, slab.mark()];
    const after = [
      slab.append(filled(10, 2), 0, 10),
      slab.append(filled(300 * KIB, 2), 0, 300 * KIB),
      slab.append(filled(32 * KIB, 2), 0, 32 * KIB),
    ];
    expect(before.map((address) => slab.isAfter(address, mark))).toEqual([false, false]);
    expect(after.map((address) => slab.isAfter(address, mark))).toEqual([true, true, true]);
    slab.rollback(mark);
    expect([pool.usedBytes, slab.filledBytes]).toEqual([used, 300 * KIB + 10]);
    expect(slab.append(filled(10, 3), 0, 10)).toBe(after[0]);
  });

  it('throws when its addresses are used up', () => {
    const pool: Pick<SlabPool, 'take' | 'give'> = { take: () => filled(1, 0), give: () => {} };
    const slab = new Slab(pool as SlabPool);
    for (let chunk = 0; chunk < 4096; chunk++) slab.chunks.push(filled(1, 0));
    expect(() => slab.append(filled(10, 1), 0, 10)).toThrowError(expect.objectContaining({ code: 'REGION_TOO_BUSY' }));
  });
});

describe('the pool of chunks', () => {
  it('counts the chunks in use', () => {
    const pool = new SlabPool();
    const chunks = [pool.take(32 * KIB), pool.take(1024 * KIB), pool.take(300_001)];
    expect(pool.usedBytes).toBe(32 * KIB + 1024 * KIB + 300_001);
    for (const chunk of chunks) pool.give(chunk);
    expect(pool.usedBytes).toBe(0);
  });

  it('reuses a returned chunk', () => {
    const pool = new SlabPool();
    const chunk = pool.take(1024 * KIB);
    pool.give(chunk);
    // Compared outside of `expect`, which would visit each of a million bytes.
    const taken = [pool.take(32 * KIB), pool.take(1024 * KIB), pool.take(1024 * KIB)];
    expect(taken.map((other) => other === chunk)).toEqual([false, true, false]);
  });

  it('keeps at most 16 MiB of returned chunks', () => {
    const pool = new SlabPool();
    const chunks = Array.from({ length: 20 }, () => pool.take(1024 * KIB));
    for (const chunk of chunks) pool.give(chunk);
    const again = new Set(Array.from({ length: 20 }, () => pool.take(1024 * KIB)));
    expect(chunks.filter((chunk) => again.has(chunk))).toHaveLength(16);
  });
});
