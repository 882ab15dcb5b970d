import { describe, expect, it } from 'vitest';
import { STORE_NAMES, STORES, type StoreFacts } from '../stores/store-names.js';
import { ratiosOf } from './ratios.js';
import { type RawLine, summarize } from './summary.js';
import { besidePeers, PEERS, roundsOf } from './synthetic-lines.js';

const of = (lines: readonly RawLine[]) => ratiosOf(summarize(lines));

describe('ratiosOf', () => {
  it('compares medians with the best peer, and its range with the extremes', () => {
    const { ratios, without } = of(besidePeers('get-256', [20, 30, 60], [10, 12, 15]));
    expect(without).toEqual([]);
    expect(ratios).toMatchObject([{ figure: 'get-256', peer: 'sqlite', ratio: 2.5, verdict: 'better' }]);
    expect(ratios[0]?.least).toBeCloseTo(20 / 15);
    expect(ratios[0]?.most).toBeCloseTo(6);
  });

  it('takes the smallest of what should be low as the best', () => {
    const lines = [
      ...besidePeers('open-first-get', [9, 8, 10], [300, 330, 270]),
      ...roundsOf('dexie', 'open-first-get', [4, 3, 5]),
    ].filter(({ store, figures }) => store !== 'dexie' || (figures['open-first-get'] ?? 0) < 10);
    const [found] = of(lines).ratios;
    expect(found).toMatchObject({ peer: 'dexie', ratio: 4 / 9, verdict: 'worse' });
    expect([found?.least, found?.most]).toEqual([0.3, 0.625]);
  });

  it('puts the largest loss first and marks what lies within the spread', () => {
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

  it('has no ratio where a peer that may be the best is missing', () => {
    const { ratios, without } = of(besidePeers('get-256', [30], [10], { leaving: ['pglite', 'dexie'] }));
    expect(ratios).toEqual([]);
    expect(without).toEqual([{ figure: 'get-256', cells: 1_000, reason: 'not measured: Dexie; PGlite' }]);
  });

  it('does without a peer that cannot do it', () => {
    const strict = besidePeers('put-strict-cold', [30], [10], { leaving: ['browser-level'] });
    expect(of(strict).ratios).toHaveLength(1);
    const compacting = PEERS.filter((peer) => !STORES[peer].compacts);
    expect(of(besidePeers('disk-compacted', [30], [10], { leaving: compacting })).ratios).toHaveLength(1);
    expect(of(besidePeers('disk-closed', [30], [10], { leaving: compacting })).ratios).toHaveLength(0);
  });

  it('does without a peer that was less than half as good as the best one at a smaller size', () => {
    const large = (slow: number) => [
      ...besidePeers('get-256', [30], [10], { leaving: ['idb'] }),
      ...roundsOf('idb', 'get-256', [slow]),
      ...besidePeers('get-256', [30], [10], { cells: 9_000, leaving: ['idb'] }),
    ];
    expect(of(large(4.9)).ratios.map(({ cells }) => cells)).toEqual([1_000, 9_000]);
    expect(of(large(5)).without).toEqual([{ figure: 'get-256', cells: 9_000, reason: 'not measured: idb' }]);
  });

  it('does not excuse a peer by a larger size', () => {
    const lines = [
      ...besidePeers('get-256', [30], [10], { leaving: ['idb'] }),
      ...besidePeers('get-256', [30], [10], { cells: 9_000 }),
    ];
    expect(of(lines).ratios.map(({ cells }) => cells)).toEqual([9_000]);
  });

  it('has no ratio to or of nothing', () => {
    expect(of(besidePeers('lost', [0], [10])).without).toMatchObject([{ reason: 'a value is zero' }]);
    expect(of(besidePeers('memory-loaded', [20], [3, -1, 4])).without).toMatchObject([{ reason: 'a value is zero' }]);
  });

  it('says where Bigtab is missing, and leaves out what only Bigtab is measured in', () => {
    expect(of(roundsOf('idb', 'get-256', [10])).without).toMatchObject([{ reason: 'Bigtab was not measured' }]);
    expect(of(roundsOf('bigtab', 'grow-get', [10]))).toEqual({ ratios: [], without: [] });
  });

  it('is tested with all peers but those that are meant for one workload', () => {
    const isOfOneWorkload = ({ only }: StoreFacts) => only?.length === 1;
    expect(PEERS).toEqual(STORE_NAMES.filter((name) => STORES[name].role === 'peer' && !isOfOneWorkload(STORES[name])));
  });
});
