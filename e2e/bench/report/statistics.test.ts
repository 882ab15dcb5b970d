import { describe, expect, it } from 'vitest';
import { chanceOfAtLeast, median, mostFrequent, quantile, spreadOf, timesBetter } from './statistics.js';

describe('quantile', () => {
  it('returns the middle of an odd number of values, in any order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('returns the mean of the two middle values of an even number', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('interpolates between two values in proportion', () => {
    const hundred = Array.from({ length: 101 }, (_, value) => value);
    expect(quantile(hundred, 0.99)).toBe(99);
    expect(quantile([0, 10], 0.25)).toBe(2.5);
  });

  it('does not change the array of values', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('throws if there are no values', () => {
    expect(() => median([])).toThrow('no values');
  });
});

describe('mostFrequent', () => {
  it('returns the value that occurs most often, and the first one if there are several', () => {
    expect(mostFrequent([5, 3, 4, 4, 3])).toBe(3);
    expect(mostFrequent([])).toBeUndefined();
  });
});

describe('timesBetter', () => {
  it('is above 1 for a larger value where higher is better, and for a smaller one where lower is better', () => {
    expect(timesBetter(300, 100, 'higher')).toBe(3);
    expect(timesBetter(2, 4, 'lower')).toBe(2);
    expect(timesBetter(50, 100, 'higher')).toBe(0.5);
  });
});

describe('spreadOf', () => {
  it('has the extremes, the quartiles and the median', () => {
    expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ least: 1, low: 2, median: 3, high: 4, most: 5, count: 5 });
  });

  it('is the value itself if there is only one', () => {
    expect(spreadOf([2])).toEqual({ least: 2, low: 2, median: 2, high: 2, most: 2, count: 1 });
  });
});

describe('chanceOfAtLeast', () => {
  it('is the probability for coins', () => {
    expect(chanceOfAtLeast(0, 4)).toBe(1);
    expect(chanceOfAtLeast(1, 1)).toBe(0.5);
    expect(chanceOfAtLeast(5, 5)).toBe(1 / 32);
    expect(chanceOfAtLeast(4, 5)).toBe(6 / 32);
    expect(chanceOfAtLeast(8, 10)).toBe(56 / 1_024);
  });
});
