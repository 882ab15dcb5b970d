import { describe, expect, it } from 'vitest';
import { baselineOf, compare, describeComparisons, isFailure, smallestOf } from './ratios.js';

describe('ratios of several runs', () => {
  const runs = [{ a: 3, b: 0.5 }, { a: 1.2344, b: 0.7 }, { a: 1 }];

  it('use the smallest of each', () => {
    expect(smallestOf(runs)).toEqual({ a: 1, b: 0.5 });
  });

  it('form a baseline of the second smallest of each, with three digits', () => {
    expect(baselineOf(runs)).toEqual({ a: 1.23, b: 0.7 });
  });
});

describe('a comparison with the baseline', () => {
  const baseline = { same: 2, worse: 2, better: 2, gone: 2 };
  const compared = compare({ same: 3, worse: 3.01, better: 1, added: 7 }, baseline, 1.5);

  it('finds a benchmark worse above the tolerance, and better below its inverse', () => {
    expect(Object.fromEntries(compared.map(({ name, verdict }) => [name, verdict]))).toEqual({
      same: 'as before',
      worse: 'WORSE',
      better: 'better',
      gone: 'NOT MEASURED',
      added: 'NOT IN THE BASELINE',
    });
  });

  it('fails if a benchmark is worse or is only in one of them', () => {
    expect(compared.filter(isFailure).map(({ name }) => name)).toEqual(['worse', 'added', 'gone']);
  });

  it('is printed as one line for each benchmark', () => {
    expect(describeComparisons(compared)).toEqual([
      'times the reference loop      now baseline   change',
      'same                            3        2     1.50',
      'worse                        3.01        2     1.50  WORSE',
      'better                          1        2     0.50  better',
      'added                           7        -           NOT IN THE BASELINE',
      'gone                            -        2           NOT MEASURED',
    ]);
  });
});
