import { describe, expect, it } from 'vitest';
import type { StoreName } from '../stores/store-names.js';
import { FIGURES, type Figure } from '../workloads/figures.js';
import { type RawLine, summarize } from './summary.js';

const MACHINE = { processor: 'abacus', cores: 2, memoryGiB: 8, system: 'linux x64', browser: 'Chromium 1' };

function line(
  store: StoreName,
  round: number,
  figures: Partial<Record<Figure, number>>,
  more: Partial<RawLine> = {},
): RawLine {
  return { store, round, workload: 'W3', cells: 1_000, roundTrip: 20, figures, machine: MACHINE, ...more };
}

describe('summarize', () => {
  it('takes the median over the rounds and the ratio to the best peer', () => {
    const lines = [10, 90, 30].flatMap((value, at) => [
      line('bigtab', at + 1, { 'get-256': value }),
      line('idb', at + 1, { 'get-256': 5 }),
      line('sqlite', at + 1, { 'get-256': value / 3 }),
    ]);
    const { rows, rounds } = summarize(lines);
    expect(rows).toEqual([
      {
        figure: FIGURES['get-256'],
        cells: 1_000,
        medians: { bigtab: 30, idb: 5, sqlite: 10 },
        bestPeer: 'sqlite',
        ratio: 3,
      },
    ]);
    expect(rounds).toEqual({ least: 3, most: 3 });
  });

  it('takes the smallest of what should be low as the best', () => {
    const figures = (value: number) => ({ 'disk-closed': value });
    const { rows } = summarize([
      line('bigtab', 1, figures(8)),
      line('idb', 1, figures(4)),
      line('dexie', 1, figures(16)),
    ]);
    expect(rows[0]).toMatchObject({ bestPeer: 'idb', ratio: 0.5 });
  });

  it('does not take the yardstick for a peer', () => {
    const { rows } = summarize([
      line('bigtab', 1, { 'get-256': 4 }),
      line('idb', 1, { 'get-256': 2 }),
      line('yardstick', 1, { 'get-256': 40 }),
    ]);
    expect(rows[0]).toMatchObject({ bestPeer: 'idb', ratio: 2, medians: { yardstick: 40 } });
  });

  it('has no ratio where Bigtab or every peer is missing', () => {
    expect(summarize([line('idb', 1, { 'get-256': 2 })]).rows[0]?.ratio).toBeNull();
    expect(summarize([line('bigtab', 1, { 'get-256': 2 })]).rows[0]).toMatchObject({ ratio: null, bestPeer: null });
  });

  it('keeps sizes apart, the smallest first', () => {
    const { rows } = summarize([
      line('bigtab', 1, { 'grow-get': 70 }, { cells: 10_000 }),
      line('bigtab', 1, { 'grow-get': 60 }, { cells: 1_000 }),
    ]);
    expect(rows.map(({ cells }) => cells)).toEqual([1_000, 10_000]);
  });

  it('counts no run that failed, and names it', () => {
    const failed = line('idb', 1, { 'get-256': 1_000 }, { error: 'row 7 is wrong' });
    const { rows, failures, stores } = summarize([line('bigtab', 1, { 'get-256': 4 }), failed]);
    expect(rows[0]?.medians).toEqual({ bigtab: 4 });
    expect(failures).toEqual([failed]);
    expect(stores).toEqual(['bigtab']);
  });

  it('says between which times the empty round trips lay', () => {
    const lines = [20, 90, 30].map((roundTrip) => line('idb', 1, { 'get-256': 1 }, { roundTrip }));
    expect(summarize(lines).roundTrip).toEqual({ least: 20, median: 30, most: 90 });
  });
});
