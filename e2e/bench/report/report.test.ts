import { describe, expect, it } from 'vitest';
import { FIGURES } from '../workloads/figures.js';
import { resultChart } from './chart.js';
import type { Summary } from './summary.js';
import { resultTable, short, thousands } from './table.js';

const SUMMARY: Summary = {
  stores: ['bigtab', 'idb', 'yardstick'],
  rounds: { least: 5, most: 5 },
  machine: { processor: 'abacus', cores: 2, memoryGiB: 8, system: 'linux x64', browser: 'Chromium 1' },
  roundTrip: { least: 19.6, median: 24.4, most: 90 },
  failures: [],
  rows: [
    {
      figure: FIGURES['get-256'],
      cells: 100_000,
      medians: { bigtab: 41_234, idb: 8_000 },
      bestPeer: 'idb',
      ratio: 5.154,
    },
    { figure: FIGURES['disk-closed'], cells: 100_000, medians: { bigtab: 24, idb: 12 }, bestPeer: 'idb', ratio: 0.5 },
  ],
};

describe('resultTable', () => {
  const table = resultTable(SUMMARY);

  it('has a line a figure with what each store reached and the ratio to the best', () => {
    expect(table).toContain('| W3 gets, 256 in flight (gets/s) | 41,200 | 8,000 | – | **5.15x** idb |');
  });

  it('says what machine it was and how often it was measured, and no date', () => {
    expect(table).toContain('Chromium 1 on linux x64, 2 cores (abacus), 8 GiB of memory. Medians of 5 rounds');
    expect(table).toContain('took 24 µs (20 to 90)');
    expect(table).not.toMatch(/20\d\d/);
  });

  it('names the size on each line where there are several', () => {
    const [first] = SUMMARY.rows;
    if (first === undefined) throw new Error('there is a row');
    const both = resultTable({ ...SUMMARY, rows: [first, { ...first, cells: 1_000_000 }] });
    expect(both).toContain('| W3 gets, 256 in flight, 1,000,000 cells (gets/s) |');
  });
});

describe('amounts', () => {
  it('have three digits that count', () => {
    expect([0.1234, 5, 12.7, 999, 41_234, 1_234_567].map(thousands)).toEqual([
      '0.12',
      '5',
      '13',
      '999',
      '41,200',
      '1,230,000',
    ]);
    expect([0.514, 9.99, 12.3].map(short)).toEqual(['0.51', '9.99', '12']);
  });
});

describe('resultChart', () => {
  const chart = resultChart(SUMMARY);
  const bars = [...chart.matchAll(/<rect class="(\w+)" x="([\d.]+)" y="\d+" width="([\d.]+)"/g)].map(
    ([, kind, x, width]) => ({ kind, x: Number(x), width: Number(width) }),
  );
  const one = Number(/<line x1="([\d.]+)"/.exec(chart)?.[1]);

  it('draws what is faster to the right of the line of equals and what is slower to its left', () => {
    expect(bars.map(({ kind }) => kind)).toEqual(['faster', 'slower']);
    expect(bars[0]?.x).toBeCloseTo(one, 1);
    expect((bars[1]?.x ?? 0) + (bars[1]?.width ?? 0)).toBeCloseTo(one, 1);
  });

  it('makes twice as fast as wide as half as fast', () => {
    const [fast, slow] = bars;
    expect((fast?.width ?? 0) / (slow?.width ?? 1)).toBeCloseTo(Math.log2(5.154), 1);
  });

  it('leaves out what has no ratio', () => {
    const [first] = SUMMARY.rows;
    if (first === undefined) throw new Error('there is a row');
    expect(resultChart({ ...SUMMARY, rows: [{ ...first, ratio: null }] })).not.toContain('<rect');
  });
});
