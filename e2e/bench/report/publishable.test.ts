import { describe, expect, it } from 'vitest';
import { flaws, publishable } from './publishable.js';
import { ratiosOf } from './ratios.js';
import { refusals } from './refusals.js';
import { summarize } from './summary.js';
import { besidePeers, roundsOf } from './synthetic-lines.js';

const FIVE = [1, 2, 3, 4, 5];

describe('refusals', () => {
  it('accept five rounds of a commit', () => {
    expect(refusals(summarize(besidePeers('get-256', FIVE, FIVE)))).toEqual([]);
  });

  it('name each number with fewer rounds', () => {
    const lines = [...besidePeers('get-256', FIVE, FIVE), ...roundsOf('idb', 'get-256-cold', [1, 2, 3, 4])];
    expect(refusals(summarize(lines))).toEqual([
      'fewer than 5 rounds: idb, W3 gets, 256 in flight, cold, 1,000 cells (4)',
    ]);
  });

  it('leave out a failed round', () => {
    const lines = roundsOf('bigtab', 'get-256', FIVE).map((line) =>
      line.round === 5 ? { ...line, error: 'late' } : line,
    );
    expect(flaws(summarize(lines))).toHaveLength(1);
  });

  it('name uncommitted changes and what to do about them', () => {
    const lines = besidePeers('get-256', FIVE, FIVE, { commit: 'abc1234 with uncommitted changes' });
    expect(refusals(summarize(lines))).toEqual([
      'commit abc1234 with uncommitted changes was measured: commit the changes and measure again',
    ]);
  });

  it('require a ratio', () => {
    expect(refusals(summarize(roundsOf('bigtab', 'get-256', FIVE)))).toEqual([
      'no figure has a ratio: measure all peers',
    ]);
  });

  it('name a store that failed in every round of a workload', () => {
    const failed = roundsOf('pglite', 'scan-all', FIVE, { workload: 'W4', error: 'no room' });
    expect(refusals(summarize([...besidePeers('get-256', FIVE, FIVE), ...failed]))).toEqual([
      'failed in every round: PGlite, W4 with 1,000 cells',
    ]);
  });
});

describe('publishable', () => {
  const rare = besidePeers('memory-loaded', FIVE, FIVE, { workload: 'W8', leaving: ['pglite'] });
  const lines = [
    ...besidePeers('get-256', FIVE, FIVE),
    ...rare,
    ...roundsOf('pglite', 'memory-loaded', [1, 2, 3, 4], { workload: 'W8' }),
  ];
  const published = publishable(summarize(lines));

  it('leaves out memory figures that did not settle in enough rounds, and lists them', () => {
    expect(refusals(summarize(lines))).toHaveLength(1);
    expect(refusals(published)).toEqual([]);
    expect(ratiosOf(published)).toMatchObject({
      ratios: [{ figure: 'get-256' }],
      without: [{ figure: 'memory-loaded', reason: 'fewer than 5 rounds: PGlite (4)' }],
    });
    expect(published.rows.find(({ figure }) => figure === 'memory-loaded')?.values).not.toHaveProperty('pglite');
  });

  it('changes nothing else', () => {
    const few = summarize(roundsOf('idb', 'get-256', [1]));
    expect(publishable(few)).toBe(few);
  });
});
