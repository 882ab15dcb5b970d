import { describe, expect, it } from 'vitest';
import { spreadIn, summarize } from './summary.js';
import { MACHINE, roundsOf, syntheticLine } from './synthetic-lines.js';

describe('summarize', () => {
  it('keeps the values of a store in each round, with commit, machine, package version and use', () => {
    const lines = [
      syntheticLine('idb', { 'get-256': 90 }, { round: 2, version: '8.0.4', path: 'as measured' }),
      syntheticLine('idb', { 'get-256': 10 }, { round: 1, version: '8.0.4', path: 'as measured' }),
    ];
    expect(summarize(lines)).toEqual({
      commit: 'abc1234',
      machine: MACHINE,
      runs: 1,
      roundTrip: { least: 20, median: 20, most: 20 },
      stores: { idb: { version: '8.0.4', path: 'as measured' } },
      rows: [{ figure: 'get-256', cells: 1_000, values: { idb: [10, 90] } }],
      failures: [],
    });
  });

  it('computes the median, minimum, maximum and number of rounds', () => {
    const [row] = summarize(roundsOf('bigtab', 'get-256', [10, 90, 30])).rows;
    if (row === undefined) throw new Error('there is a row');
    expect(spreadIn(row, 'bigtab')).toMatchObject({ median: 30, least: 10, most: 90, count: 3 });
    expect(spreadIn(row, 'idb')).toBeUndefined();
  });

  it('keeps sizes apart, the smallest first', () => {
    const { rows } = summarize([
      syntheticLine('bigtab', { 'grow-get': 70 }, { cells: 10_000 }),
      syntheticLine('bigtab', { 'grow-get': 60 }, { cells: 1_000 }),
    ]);
    expect(rows.map(({ cells }) => cells)).toEqual([1_000, 10_000]);
  });

  it('leaves out failed runs, and names each failure with the number of rounds', () => {
    const failed = (round: number) => syntheticLine('idb', { 'get-256': 1_000 }, { round, error: 'row 7 is wrong' });
    const { rows, failures, stores } = summarize([syntheticLine('bigtab', { 'get-256': 4 }), failed(1), failed(2)]);
    expect(rows[0]?.values).toEqual({ bigtab: [4] });
    expect(failures).toEqual([{ store: 'idb', workload: 'W3', cells: 1_000, rounds: 2, error: 'row 7 is wrong' }]);
    expect(Object.keys(stores)).toEqual(['bigtab']);
  });

  it('has no round trip if every run failed', () => {
    expect(summarize([syntheticLine('idb', {}, { error: 'no' })]).roundTrip).toBeNull();
  });
});
