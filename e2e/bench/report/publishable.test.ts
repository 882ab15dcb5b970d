import { describe, expect, it } from 'vitest';
import { refusals } from './publishable.js';
import { summarize } from './summary.js';
import { roundsOf } from './synthetic-lines.js';

describe('refusals', () => {
  it('accept five rounds of a commit', () => {
    expect(refusals(summarize(roundsOf('bigtab', 'get-256', [1, 2, 3, 4, 5])))).toEqual([]);
  });

  it('name each number with fewer rounds', () => {
    const lines = [...roundsOf('bigtab', 'get-256', [1, 2, 3, 4, 5]), ...roundsOf('idb', 'get-256-cold', [1, 2, 3, 4])];
    expect(refusals(summarize(lines))).toEqual([
      'fewer than 5 rounds: idb, W3 gets, 256 in flight, cold, 1,000 cells (4)',
    ]);
  });

  it('count a round that failed as none', () => {
    const lines = roundsOf('bigtab', 'get-256', [1, 2, 3, 4, 5]).map((line) =>
      line.round === 5 ? { ...line, error: 'late' } : line,
    );
    expect(refusals(summarize(lines))).toHaveLength(1);
  });

  it('name uncommitted changes', () => {
    const lines = roundsOf('bigtab', 'get-256', [1, 2, 3, 4, 5], { commit: 'abc1234 with uncommitted changes' });
    expect(refusals(summarize(lines))).toEqual([
      'commit abc1234 with uncommitted changes was measured: commit them first',
    ]);
  });
});
