import { describe, expect, it } from 'vitest';
import { keyAt, randomFrom, shuffled, VALUE_BYTES, valueAt, versionIn } from './data.js';
import { zipfian } from './zipfian.js';

describe('keys', () => {
  it.each([10, 2_000, 1_000_000])('of %i rows have 16 characters and sort in the order of their indexes', (count) => {
    const indexes = Array.from({ length: 1_000 }, (_, at) => Math.floor((at * count) / 1_000));
    const keys = [...new Set(indexes)].map((index) => keyAt(index, count));
    expect(keys.every((key) => /^[0-9a-f]{16}$/.test(key))).toBe(true);
    expect(keys).toEqual([...new Set(keys)].sort());
  });
});

describe('values', () => {
  it('contain their version', () => {
    expect(versionIn(valueAt(70_000, 9), 70_000)).toBe(9);
    expect(valueAt(3, 4)).toHaveLength(VALUE_BYTES);
  });

  it('are rejected for another row, if damaged, and if missing', () => {
    const damaged = valueAt(5);
    damaged[VALUE_BYTES - 1] = (damaged[VALUE_BYTES - 1] as number) ^ 1;
    expect(() => versionIn(damaged, 5)).toThrow('row 5: wrong at byte 99');
    expect(() => versionIn(valueAt(6), 5)).toThrow('row 5: wrong at byte 0');
    expect(() => versionIn(null, 5)).toThrow('row 5: a value of no bytes');
  });

  it('have separate buffers, so a store that clones buffers clones one value', () => {
    expect(valueAt(1).buffer.byteLength).toBe(VALUE_BYTES);
  });
});

describe('orders', () => {
  it('contain every row once, and are the same for the same seed', () => {
    expect([...shuffled(100, 1)].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at));
    expect(shuffled(100, 1)).toEqual(shuffled(100, 1));
    expect(shuffled(100, 1)).not.toEqual(shuffled(100, 2));
  });

  it('draw few rows often', () => {
    const draw = zipfian(1_000, randomFrom(1));
    const counts = new Map<number, number>();
    for (let count = 0; count < 20_000; count++) {
      const row = draw();
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
    const sorted = [...counts.values()].sort((a, b) => b - a);
    // The most frequent row has a share of 1 / H(1000, 0.99), about 13 %.
    expect((sorted[0] as number) / 20_000).toBeGreaterThan(0.1);
    expect((sorted[0] as number) / 20_000).toBeLessThan(0.16);
    expect(counts.size).toBeGreaterThan(500);
  });
});
