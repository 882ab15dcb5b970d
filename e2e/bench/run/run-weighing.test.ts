import { describe, expect, it } from 'vitest';
import { planTurns } from './plan.js';
import { browsersAtOnce, isWeighing } from './run-weighing.js';

describe('isWeighing', () => {
  it('separates the turns of W8 from all others', () => {
    const turns = planTurns({ stores: ['bigtab', 'idb'], workloads: ['W1', 'W8'], rounds: 1, cells: [2_000] });
    expect(turns.filter(isWeighing).map(({ store, workloads }) => [store, workloads])).toEqual([
      ['bigtab', ['W8']],
      ['idb', ['W8']],
    ]);
  });
});

describe('browsersAtOnce', () => {
  it('runs as many as fit into half of the memory, at least one and at most ten', () => {
    expect(browsersAtOnce(100_000, 64e9)).toBe(10);
    expect(browsersAtOnce(1_000_000, 16e9)).toBe(3);
    expect(browsersAtOnce(5_000_000, 4e9)).toBe(1);
  });
});
