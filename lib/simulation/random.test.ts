import { describe, expect, it } from 'vitest';
import { Random } from './random.js';

describe('Random', () => {
  it('returns the same numbers for the same seed, and other numbers for another seed', () => {
    const first = (seed: number): number[] => {
      const random = new Random(seed);
      return [random.uint32(), random.uint32(), random.uint32()];
    };
    expect(first(5)).toEqual(first(5));
    expect(first(5)).not.toEqual(first(6));
    expect(first(5)).not.toEqual(first(5 + 2 ** 32));
  });

  it('stays within its bounds and reaches all of them', () => {
    const random = new Random(1);
    const seen = new Set<number>();
    for (let i = 0; i < 200; i++) seen.add(random.below(5));
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
    for (let i = 0; i < 1000; i++) {
      const number = random.next();
      expect(number >= 0 && number < 1).toBe(true);
    }
    let heads = 0;
    for (let i = 0; i < 1000; i++) if (random.chance(0.3)) heads++;
    expect(heads).toBeGreaterThan(230);
    expect(heads).toBeLessThan(370);
  });

  it('forks into a separate sequence', () => {
    const random = new Random(1);
    const fork = random.fork();
    const expected = new Random(1);
    expected.uint32();
    fork.bytes(100);
    expect(random.uint32()).toBe(expected.uint32());
  });
});
