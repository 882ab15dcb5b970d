import { describe, expect, it } from 'vitest';
import { short, thousands } from '../../../lib/build/report/table.js';
import { resultChart } from './chart.js';
import { readmeSection, withResults } from './readme-section.js';
import { resultsPage } from './results-page.js';
import { type Summary, summarize } from './summary.js';
import { besidePeers, roundsOf } from './synthetic-lines.js';

const SUMMARY: Summary = summarize([
  ...besidePeers('get-256', [41_234, 40_000, 42_000], [8_000, 8_100, 7_900]),
  ...besidePeers('get-256-cold', [3_000, 3_100, 2_900], [6_000, 6_000, 6_000]),
  ...besidePeers('get-single', [100, 90, 110], [99, 98, 105]),
  ...besidePeers('get-many', [100, 90, 110], [99, 98, 105], { leaving: ['pglite'] }),
  ...besidePeers('disk-closed', [24, 24, 24], [8, 8, 8], { workload: 'W8' }),
  ...roundsOf('tinybase', 'get-256', [900_000, 800_000, 1_000_000], { version: '10.0.1' }),
  ...roundsOf('bigtab', 'acknowledged', [5_000, 5_100, 4_900], { workload: 'kill' }),
  ...roundsOf('bigtab', 'lost', [0, 0, 0], { workload: 'kill' }),
  ...roundsOf('idb', 'acknowledged', [600, 700, 500], { workload: 'kill' }),
  ...roundsOf('idb', 'lost', [0, 1, 0], { workload: 'kill' }),
  ...roundsOf('yardstick', 'lost', [0, 0, 0], { workload: 'kill' }),
  ...roundsOf('tinybase', 'acknowledged', [50_000, 50_499, 49_000], { workload: 'kill' }),
  ...roundsOf('tinybase', 'lost', [50_000, 50_499, 49_000], { workload: 'kill' }),
  ...roundsOf('bigtab', 'grow-get', [150, 140, 160], { workload: 'growth' }),
  ...roundsOf('bigtab', 'grow-get', [170, 180, 160], { workload: 'growth', cells: 9_000 }),
]);

/** The lines of a section of the page. */
function sectionOf(page: string, title: string): string {
  return page.split('\n## ').find((section) => section.startsWith(`${title}\n`)) ?? '';
}

describe('resultsPage', () => {
  const page = resultsPage(SUMMARY);

  it('names rounds, commit, browser, machine and size above each table, and no date', () => {
    const captions = page.match(/^\*.*\*$/gm) ?? [];
    expect(captions[0]).toBe(
      '*3 rounds; commit abc1234; Chromium 1.2.3.4; linux x64, 2 cores (abacus), 8 GiB of memory; 1,000 cells.*',
    );
    expect(captions.every((text) => text.includes('abc1234'))).toBe(true);
    expect(captions).toHaveLength(6);
    expect(page).not.toMatch(/20\d\d-/);
  });

  it('lists Bigtab with the best other store, losses first, each number with its spread', () => {
    const section = sectionOf(page, 'Bigtab compared with the best other store');
    expect(section).toContain(
      'Bigtab is worse than the best other store in **2 of 4 figures** and as good or better in 2. In 1 figure the rounds do not show which is better.',
    );
    const order = [...section.matchAll(/^\| (W\d [^|]*?) \(/gm)].map(([, name]) => name);
    expect(order).toEqual([
      'W8 on disk after close',
      'W3 gets, 256 in flight, cold',
      'W3 gets, one await each, warm',
      'W3 gets, 256 in flight, warm',
    ]);
    expect(section).toContain(
      '| **5.15** (4.94 to 5.32) | better | 41,200 (40,000 to 42,000) | SQLite: 8,000 (7,900 to 8,100) | 3 |',
    );
    expect(section).toContain('| within the spread |');
  });

  it('shows the lost acknowledged puts next to the speed of puts, in a table without a size', () => {
    const lines = [
      ...roundsOf('bigtab', 'put-relaxed', [5_000], { workload: 'W2' }),
      ...roundsOf('bigtab', 'lost', [0], { workload: 'kill' }),
      ...roundsOf('bigtab', 'get-many', [5_000]),
    ];
    const section = sectionOf(resultsPage(summarize(lines)), 'All durable stores');
    expect(section).toMatch(/### An empty table\n\n\*1 round; .*; an empty table\.\*\n/);
    expect(section).toContain(
      "| store | warm (puts/s) | acknowledged puts lost when the tab's process is killed right after the last one (puts) |",
    );
    expect(section).toContain('| Bigtab | 5,000 (5,000 to 5,000) | 0 (0 to 0) |');
    expect(section).toContain('### 1,000 cells');
  });

  it('shows the tables of Bigtab with every version kept in a separate section', () => {
    const page = resultsPage(summarize(roundsOf('bigtab', 'history-load', [5], { workload: 'history' })));
    expect(sectionOf(page, 'Bigtab with every version kept')).toContain('| Bigtab | 5 (5 to 5) |');
    expect(page).not.toContain('All durable stores');
  });

  it('names the size of a figure without a ratio in the same way as the table', () => {
    const lines = [
      ...besidePeers('get-256', [30], [10]),
      ...besidePeers('get-many', [30], [10], { cells: 9_000, leaving: ['idb'] }),
    ];
    expect(resultsPage(summarize(lines))).toContain('W3 gets in lists of 100, warm, 9,000 cells');
  });

  it('lists the figures without a ratio, with the reasons', () => {
    expect(page).toContain('- not measured: PGlite (1 figure): W3 gets in lists of 100, warm');
  });

  it('has a table of all durable stores for each operation, cold next to warm, the best in bold', () => {
    const section = sectionOf(page, 'All durable stores');
    expect(section).toContain('| store | warm (gets/s) | cold (gets/s) |');
    expect(section).toContain('| Bigtab | **41,200 (40,000 to 42,000)** | 3,000 (2,900 to 3,100) |');
    expect(section).not.toContain('TinyBase');
  });

  it('titles tables with the numbers of workloads, not with their short names', () => {
    expect(page).toContain('\n#### one second of puts, then a kill\n');
    expect(page).toContain('\n#### W8 on disk after close\n');
    const both = [...roundsOf('bigtab', 'disk-closed', [1]), ...roundsOf('bigtab', 'disk-loaded', [1])];
    expect(resultsPage(summarize(both))).toContain('\n#### W8 storage and memory\n');
  });

  it('reports the lost acknowledged puts of all stores, in bold only if one of the durable stores is best', () => {
    const section = sectionOf(page, 'Acknowledged writes after a kill');
    expect(section).toContain('| TinyBase | 50,000 (49,000 to 50,500) | 50,000 (49,000 to 50,500) |');
    expect(section).toContain('| Bigtab | **5,000 (4,900 to 5,100)** | 0 (0 to 0) |');
  });

  it('has a separate table, with Bigtab, for stores that keep all data in memory', () => {
    const section = sectionOf(page, 'Upper limits');
    expect(section).toContain('| TinyBase | 900,000 (800,000 to 1,000,000) |');
    expect(section).not.toContain('SQLite');
    expect(section).not.toContain('lost');
  });

  it('shows by size how the times of Bigtab grow', () => {
    expect(sectionOf(page, 'Bigtab by size')).toContain('| one get (µs) | 150 (140 to 160) | 170 (160 to 180) |');
  });

  it('describes how each store is used, with its version', () => {
    expect(sectionOf(page, 'How each store is used')).toContain('- **TinyBase** (`tinybase` 10.0.1): ');
  });

  it('names the number of rounds where it differs', () => {
    const other = summarize([
      ...roundsOf('bigtab', 'get-256', [5, 6, 7]),
      ...roundsOf('bigtab', 'get-many', [5, 6, 7]),
      ...roundsOf('idb', 'get-many', [8]),
    ]);
    expect(resultsPage(other)).toContain('| idb | **8 (8 to 8, 1 round)** |');
  });
});

describe('readmeSection', () => {
  const section = readmeSection(SUMMARY);

  it('summarizes the table of ratios, losses first', () => {
    expect(section.split('\n\n').slice(0, 4)).toEqual([
      "Bigtab is worse than the best other store in **2 of 4 figures** and as good or better in 2. Each number compares Bigtab's median with that of the best other store: 2 is twice as good, 0.50 is half as good. The range in brackets covers all rounds. In 1 figure, marked ≈, Bigtab's range overlaps that of the best other store or of another one, so the rounds do not show which is better.",
      '**Worse**, grouped by the best other store, largest loss first:',
      '- SQLite: on disk after close: 0.33 (0.33 to 0.33); gets, 256 in flight: cold 0.50 (0.48 to 0.52)',
      '**As good or better**, with the lowest and highest ratio of each workload: gets 1.01 to 5.15 (2 figures, 1 ≈).',
    ]);
  });

  it('counts as many losses and gains as it lists', () => {
    const figures = [
      'get-256',
      'get-many',
      'get-single',
      'scan-all',
      'scan-100',
      'put-relaxed',
      'load-random',
    ] as const;
    const many = figures.flatMap((figure, at) => besidePeers(figure, [8 + at], [11]));
    const text = readmeSection(summarize(many));
    const [, below, all, rest] = /in \*\*(\d+) of (\d+) figures\*\* and as good or better in (\d+)/.exec(text) ?? [];
    const losses = (text.match(/^- .*$/gm) ?? []).join().match(/\([\d.]+ to [\d.]+\)/g);
    const gains = [...text.matchAll(/\((\d+) figures?\b/g)].map(([, count]) => Number(count));
    expect([below, all, rest]).toEqual(['3', '7', '4']);
    expect(losses).toHaveLength(3);
    expect(gains.reduce((sum, count) => sum + count, 0)).toBe(4);
  });

  it('marks a loss within the spread and groups losses by the best store', () => {
    const text = readmeSection(
      summarize([
        ...besidePeers('get-256', [9, 10, 13], [11, 12, 12]),
        ...besidePeers('get-single', [2], [3]),
        ...besidePeers('get-many', [5], [9], { leaving: ['idb'] }),
        ...roundsOf('idb', 'get-many', [10]),
      ]),
    );
    expect(text).toContain(
      '- idb: gets in lists of 100: warm 0.50 (0.50 to 0.50)\n- SQLite: gets, one await each: warm 0.67 (0.67 to 0.67); gets, 256 in flight: warm ≈0.83 (0.75 to 1.18)\n',
    );
  });

  it('reports the loss of acknowledged puts', () => {
    expect(section).toContain(
      "**Lost acknowledged puts**, when the tab's process is killed after one second of awaited puts: idb loses 0 (0 to 1) of 600. TinyBase loses 50,000 (49,000 to 50,500) of 50,000. These stores lose none: Bigtab.\n",
    );
  });

  it('names rounds, browser, machine and commit', () => {
    expect(section).toContain('*3 rounds; commit abc1234; Chromium 1.2.3.4;');
  });

  it('names every size except the usual one', () => {
    const both = summarize([
      ...besidePeers('get-256', [3], [10]),
      ...besidePeers('scan-all', [4], [10]),
      ...besidePeers('get-256', [2], [10], { cells: 9_000 }),
      ...besidePeers('put-relaxed', [1], [10], { cells: 9_000 }),
    ]);
    const section = readmeSection(both);
    expect(section).toContain('1,000 cells unless another number is named.');
    expect(section).toContain(
      '- SQLite: single puts into an empty table, one await each: warm 0.10 (0.10 to 0.10); gets, 256 in flight, 9,000 cells: warm 0.20 (0.20 to 0.20); gets, 256 in flight: warm 0.30 (0.30 to 0.30); full scan: ',
    );
  });

  it('replaces its section in the README, repeatedly', () => {
    const readme = 'before\n<!-- benchmark: written -->\nold\n<!-- /benchmark -->\nafter';
    const once = withResults(readme, SUMMARY);
    expect(once).toMatch(
      /^before\n<!-- benchmark: written -->\n\nBigtab is worse than [\s\S]*\n\n<!-- \/benchmark -->\nafter$/,
    );
    expect(withResults(once, SUMMARY)).toBe(once);
    expect(() => withResults('nothing', SUMMARY)).toThrow('no place');
  });
});

describe('amounts', () => {
  it('have three significant digits', () => {
    expect([0.1234, 5, 12.7, 999, 41_234, 1_234_567].map(thousands)).toEqual([
      '0.12',
      '5',
      '12.7',
      '999',
      '41,200',
      '1,230,000',
    ]);
    expect([0.0123, 0.514, 9.99, 12.3].map(short)).toEqual(['0.012', '0.51', '9.99', '12']);
    expect([0.994, 0.995, 0.997, 0.9999, 1, 1.004].map(short)).toEqual([
      '0.99',
      '0.995',
      '0.997',
      '0.999',
      '1.00',
      '1.00',
    ]);
  });
});

describe('resultChart', () => {
  const chart = resultChart(SUMMARY);
  const bars = [
    ...chart.matchAll(
      /<rect class="([\w ]+)" x="([\d.]+)" y="\d+" width="([\d.]+)" height="14" rx="2"\/>\n<line class="spread" x1="([\d.]+)" x2="([\d.]+)"/g,
    ),
  ].map(([, kind, ...numbers]) => ({ kind, numbers: numbers.map(Number) as [number, number, number, number] }));
  const one = Number(/<line x1="([\d.]+)"/.exec(chart)?.[1]);

  it('draws losses first, to the left of the line at 1, and cold bars differently from warm ones', () => {
    expect(bars.map(({ kind }) => kind)).toEqual(['worse', 'worse cold', 'within', 'better']);
    const [loss, , , gain] = bars.map(({ numbers: [x, width] }) => ({ x, end: x + width }));
    expect(loss?.end).toBeCloseTo(one, 0);
    expect(gain?.x).toBeCloseTo(one, 0);
  });

  it('draws the range of each ratio over the end of its bar', () => {
    const [x, width, from, to] = bars[3]?.numbers ?? [0, 0, 0, 0];
    expect(from).toBeLessThan(x + width);
    expect(to).toBeGreaterThan(x + width);
  });

  it('names rounds, commit, browser, machine and size', () => {
    expect(chart).toContain('>3 rounds; commit abc1234; Chromium 1.2.3.4; linux x64, 2 cores (abacus)');
  });

  it('leaves out figures without a ratio', () => {
    expect(chart).toContain('gets, 256 in flight');
    expect(chart).not.toContain('gets in lists of 100');
  });
});
