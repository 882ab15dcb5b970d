import { describe, expect, it } from 'vitest';
import { WeightedSamples } from './weighted-samples.js';

describe('WeightedSamples', () => {
  it('weight each value with its time', () => {
    const samples = new WeightedSamples();
    for (const [value, weight] of [
      [3, 9],
      [1, 90],
      [7, 1],
      [20, 0],
    ] as const)
      samples.add(value, weight);
    expect(samples.mean).toBeCloseTo(1.24);
    expect([0.5, 0.9, 0.99, 1].map((part) => samples.quantile(part))).toEqual([1, 1, 3, 7]);
    expect(samples.most).toBe(20);
  });
});
