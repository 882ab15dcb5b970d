import { describe, expect, it } from 'vitest';
import type { Figure } from '../workloads/figures.js';
import { type BuildName, type ComparedRun, compareBuilds } from './comparison.js';
import { comparisonTable } from './comparison-table.js';

const TITLES = { tree: 'working tree (abc)', commit: 'commit def (Before)' };

function run(
  build: BuildName,
  round: number,
  figures: Partial<Record<Figure, number>>,
  more: Partial<ComparedRun> = {},
): ComparedRun {
  return { build, round, store: 'bigtab', workload: 'W3', cells: 1_000, roundTrip: 20, figures, ...more };
}

/** One run of each build per round, with these values. */
function rounds(figure: Figure, values: readonly (readonly [tree: number, commit: number])[]): ComparedRun[] {
  return values.flatMap(([tree, commit], at) => [
    run('tree', at + 1, { [figure]: tree }),
    run('commit', at + 1, { [figure]: commit }),
  ]);
}

describe('compareBuilds', () => {
  it('counts a time below a step of the clock as one step', () => {
    const { figures } = compareBuilds(rounds('get-single-p50', [[0, 10]]));
    expect(figures[0]).toMatchObject({ tree: 5, ratios: { median: 2 } });
  });

  it('takes the ratio within each round, so a slowdown of both builds changes nothing', () => {
    const { figures } = compareBuilds(
      rounds('get-single', [
        [200, 100],
        [20, 10],
        [2_000, 1_000],
        [2, 1],
        [400, 200],
      ]),
    );
    expect(figures).toHaveLength(1);
    expect(figures[0]).toMatchObject({
      tree: 200,
      commit: 100,
      ratios: { least: 2, low: 2, median: 2, high: 2, most: 2, count: 5 },
      verdict: 'faster',
    });
  });

  it('is above 1 if the tree has the lower value where lower is better', () => {
    expect(compareBuilds(rounds('open-first-get', [[5, 10]])).figures[0]?.ratios.median).toBe(2);
  });

  it('puts the largest loss first', () => {
    const runs = [
      ...rounds('get-256', [[10, 10]]),
      ...rounds('get-single', [[12, 10]]),
      ...rounds('get-many', [[7, 10]]),
    ];
    expect(compareBuilds(runs).figures.map(({ ratios }) => ratios.median)).toEqual([0.7, 1, 1.2]);
  });

  it('reports a figure as slower or faster only if nearly all of its ratios agree', () => {
    const verdictOf = (...trees: number[]) =>
      compareBuilds(
        rounds(
          'get-single',
          trees.map((tree) => [tree, 10] as const),
        ),
      ).figures[0]?.verdict;
    expect(verdictOf(8, 9, 9, 9.5, 9.9)).toBe('slower');
    expect(verdictOf(8, 9, 9, 9.5, 20)).toBe('same');
    expect(verdictOf(11, 12, 13, 14, 15)).toBe('faster');
    expect(verdictOf(11, 12, 13, 14, 15, 16, 17, 2)).toBe('faster');
    expect(verdictOf(5, 5, 5, 5)).toBe('same');
    expect(verdictOf(10, 10, 10, 10, 10)).toBe('same');
  });

  it('leaves out a round in which a run failed, and names the failure', () => {
    const failed = run('commit', 2, {}, { error: 'row 7 is wrong' });
    const { figures, failures } = compareBuilds([
      ...rounds('get-single', [[10, 10]]),
      run('tree', 2, { 'get-single': 1_000 }),
      failed,
    ]);
    expect(figures[0]).toMatchObject({ tree: 10, ratios: { median: 1, count: 1 } });
    expect(failures).toEqual([failed]);
  });

  it('leaves out figures that only one build measures', () => {
    expect(compareBuilds([run('tree', 1, { 'get-single': 1 }), run('commit', 1, {})]).figures).toEqual([]);
  });

  it('lists figures that no run of the commit has, those with a missed goal first', () => {
    const opens = { workload: 'opens' };
    const { figures, added } = compareBuilds([
      run('tree', 1, { 'connect-first': 90, 'connect-follower': 51, 'connect-follower-get': 70 }, opens),
      run('tree', 2, { 'connect-follower': 61, 'connect-follower-get': 70 }, opens),
      run('commit', 1, { 'connect-first': 90 }, opens),
    ]);
    expect(figures.map(({ figure }) => figure.title)).toEqual(['first connect of a page']);
    expect(added.map(({ values }) => values.median)).toEqual([56, 70]);
    expect(added[0]).toMatchObject({ figure: { goal: 50 }, values: { least: 51, most: 61, count: 2 } });
  });

  it('lists no figure as new if the commit has no run of its workload', () => {
    const failed = run('commit', 1, {}, { error: 'row 7 is wrong' });
    expect(compareBuilds([run('tree', 1, { 'get-single': 1 }), failed]).added).toEqual([]);
  });

  it('keeps sizes apart', () => {
    const large = rounds('get-single', [[5, 10]]).map((one) => ({ ...one, cells: 9_000 }));
    const { figures } = compareBuilds([...rounds('get-single', [[10, 10]]), ...large]);
    expect(figures.map(({ cells, ratios }) => [cells, ratios.median])).toEqual([
      [9_000, 0.5],
      [1_000, 1],
    ]);
  });
});

describe('comparisonTable', () => {
  it('has one line per figure, with its ratio, spread and rounds', () => {
    const table = comparisonTable(
      compareBuilds(
        rounds('get-single', [
          [900, 1_000],
          [800, 1_000],
          [950, 1_000],
          [920, 1_000],
          [850, 1_000],
        ]),
      ),
      TITLES,
    );
    expect(table).toContain(
      '| W3 gets, one await each (gets/s) | **0.900** | 0.850 to 0.920 | 0.800 to 0.950 | 5 | 900 | 1,000 | slower |',
    );
    expect(table).toContain('Tree: working tree (abc). Commit: commit def (Before).');
  });

  it('has a table of its own for what only the tree has', () => {
    const runs = [
      run('tree', 1, { 'connect-follower': 60, takeover: 200 }, { workload: 'opens' }),
      run('commit', 1, {}, { workload: 'opens' }),
    ];
    const table = comparisonTable(compareBuilds(runs), TITLES);
    expect(table).toContain('(ms) | **60** | 60 to 60 | 1 | **missed**: at most 50 |');
    expect(table).toContain('(ms) | **200** | 200 to 200 | 1 | at most 300 |');
  });

  it('names the runs that failed', () => {
    const table = comparisonTable(compareBuilds([run('commit', 2, {}, { error: 'no such call' })]), TITLES);
    expect(table).toContain('- commit def (Before) failed in W3, round 2: no such call');
  });
});
