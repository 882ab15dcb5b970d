import { describe, expect, it } from 'vitest';
import type { LiveFigure, LiveRun, LiveStoreName } from '../live/live-figures.js';
import { liveLines, livePage } from './live-table.js';

const run = (store: LiveStoreName, figure: LiveFigure, value: number, round = 1): LiveRun => ({
  round,
  store,
  figure,
  value,
});

describe('liveLines', () => {
  it('begins with missed goals, then with figures in which another store is better', () => {
    const runs = [
      run('bigtab', 'same-tab', 1),
      run('dexie', 'same-tab', 9),
      run('bigtab', 'other-tab', 3),
      run('dexie', 'other-tab', 2),
      run('bigtab', 'puts', 1.6),
    ];
    const lines = liveLines(runs).map(({ figure, isMet, isBeaten }) => [figure, isMet, isBeaten]);
    expect(lines).toEqual([
      ['puts', false, false],
      ['other-tab', true, true],
      ['same-tab', true, false],
    ]);
  });

  it('has the spread of the rounds of each store', () => {
    const runs = [1, 2, 4].map((value, at) => run('bigtab', 'task', value, at + 1));
    expect(liveLines(runs)[0]?.spreads.bigtab).toMatchObject({ least: 1, median: 2, most: 4, count: 3 });
    expect(liveLines([run('dexie', 'task', 1)])).toEqual([]);
  });
});

describe('livePage', () => {
  it('names missed goals, and stores that were not measured', () => {
    const page = livePage([run('bigtab', 'puts', 1.6), run('dexie', 'puts', 9)], { dexie: '4.0.0' }, ['Commit abc.']);
    expect(page).toContain('Of 1 goals, 1 is missed.');
    expect(page).toContain('**missed**: at most 1.5');
    expect(page).toContain('not measured');
    expect(page).toContain('- Dexie 4.0.0: liveQuery');
    expect(page).toContain('1 round. Commit abc.');
  });
});
