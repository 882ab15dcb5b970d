import { describe, expect, it } from 'vitest';
import { STORES } from '../stores/store-names.js';
import { ratiosOf } from './ratios.js';
import { type RawLine, summarize } from './summary.js';
import { besidePeers, PEERS, roundsOf } from './synthetic-lines.js';

const of = (lines: readonly RawLine[]) => ratiosOf(summarize(lines));

describe('ratiosOf', () => {
  it("compares medians with the best peer, and Bigtab's range with the extremes", () => {
    const { ratios, without } = of(besidePeers('get-256', [20, 30, 60], [10, 12, 15]));
    expect(without).toEqual([]);
    expect(ratios).toMatchObject([{ figure: 'get-256', peer: 'sqlite', ratio: 2.5, verdict: 'better' }]);
    expect(ratios[0]?.least).toBeCloseTo(20 / 15);
    expect(ratios[0]?.most).toBeCloseTo(6);
  });

  it('treats the smallest value as the best where lower is better', () => {
    const lines = [
      ...besidePeers('open-first-get', [9, 8, 10], [300, 330, 270]),
      ...roundsOf('dexie', 'open-first-get', [4, 3, 5]),
    ].filter(({ store, figures }) => store !== 'dexie' || (figures['open-first-get'] ?? 0) < 10);
    const [found] = of(lines).ratios;
    expect(found).toMatchObject({ peer: 'dexie', ratio: 4 / 9, verdict: 'worse' });
    expect([found?.least, found?.most]).toEqual([0.3, 0.625]);
  });

  it('puts the largest loss first and marks differences within the spread', () => {
    const { ratios } = of([
      ...besidePeers('get-256', [30], [10]),
      ...besidePeers('get-single', [5], [10]),
      ...besidePeers('get-many', [9, 10, 13], [11, 12, 12]),
    ]);
    expect(ratios.map(({ figure, verdict }) => [figure, verdict])).toEqual([
      ['get-single', 'worse'],
      ['get-many', 'within'],
      ['get-256', 'better'],
    ]);
  });

  it('never compares with a ceiling', () => {
    const { ratios } = of([...besidePeers('get-256', [30], [10]), ...roundsOf('tinybase', 'get-256', [900])]);
    expect(ratios[0]?.peer).toBe('sqlite');
  });

  it('has no ratio if a peer that may be the best is missing', () => {
    const { ratios, without } = of(besidePeers('get-256', [30], [10], { leaving: ['pglite', 'dexie'] }));
    expect(ratios).toEqual([]);
    expect(without).toEqual([{ figure: 'get-256', cells: 1_000, reason: 'not measured: Dexie; PGlite' }]);
  });

  it('needs no value of a peer that does not support the operation', () => {
    const strict = besidePeers('put-strict-cold', [30], [10], { leaving: ['browser-level'] });
    expect(of(strict).ratios).toHaveLength(1);
    const compacting = PEERS.filter((peer) => !STORES[peer].compacts);
    expect(of(besidePeers('disk-compacted', [30], [10], { leaving: compacting })).ratios).toHaveLength(1);
    expect(of(besidePeers('disk-closed', [30], [10], { leaving: compacting })).ratios).toHaveLength(0);
  });

  it('needs no value of a peer that is meant for other workloads, but only in this workload', () => {
    const only = 'sqlite-row-ids';
    expect(of(besidePeers('get-256', [30], [10], { leaving: [only] })).ratios).toHaveLength(1);
    expect(of(besidePeers('load-random', [30], [10], { leaving: [only] })).without).toMatchObject([
      { reason: 'not measured: SQLite, row ids' },
    ]);
  });

  it.each([
    ['smaller', 1_000, 9_000],
    ['larger', 9_000, 1_000],
  ])('requires each peer at the same size, even if it was measured at a %s one', (_, measured, missing) => {
    const { ratios, without } = of([
      ...besidePeers('get-256', [30], [10], { cells: measured }),
      ...besidePeers('get-256', [30], [10], { cells: missing, leaving: ['idb'] }),
    ]);
    expect(ratios.map(({ cells }) => cells)).toEqual([measured]);
    expect(without).toEqual([{ figure: 'get-256', cells: missing, reason: 'not measured: idb' }]);
  });

  it("reports a figure as better only if no other store's range overlaps", () => {
    const scattered = besidePeers('get-256', [30, 31, 32], [10, 11, 12], { leaving: ['idb'] });
    expect(of([...scattered, ...roundsOf('idb', 'get-256', [1, 2, 31])]).ratios).toMatchObject([
      { peer: 'sqlite', verdict: 'within' },
    ]);
    expect(of([...scattered, ...roundsOf('idb', 'get-256', [1, 2, 29])]).ratios).toMatchObject([
      { peer: 'sqlite', verdict: 'better' },
    ]);
  });

  it('compares with the best store even if another one has a value of zero', () => {
    const lines = [
      ...besidePeers('memory-loaded', [20], [3], { leaving: ['idb'] }),
      ...roundsOf('idb', 'memory-loaded', [9, -1, 9]),
    ];
    expect(of(lines).ratios).toMatchObject([{ peer: 'sqlite' }]);
  });

  it('counts a time below a step of the clock as one step', () => {
    const { ratios } = of(besidePeers('get-single-p50', [20], [5, 0, 5]));
    expect(ratios).toMatchObject([{ ratio: 0.25, best: { least: 5, median: 5, most: 5 } }]);
  });

  it('has no ratio if a value is zero or less', () => {
    const reason = 'a value is zero or less';
    expect(of(besidePeers('memory-loaded', [0], [10])).without).toMatchObject([{ reason }]);
    expect(of(besidePeers('memory-loaded', [20], [3, -1, 4])).without).toMatchObject([{ reason }]);
  });

  it('reports where Bigtab is missing, and leaves out figures that only Bigtab is measured in', () => {
    expect(of(roundsOf('idb', 'get-256', [10])).without).toMatchObject([{ reason: 'Bigtab was not measured' }]);
    expect(of(roundsOf('bigtab', 'grow-get', [10]))).toEqual({ ratios: [], without: [] });
  });

  it('does not compare the puts before a kill, which repeat the single puts', () => {
    expect(of(besidePeers('acknowledged', [30], [10]))).toEqual({ ratios: [], without: [] });
  });
});
