import { describe, expect, it } from 'vitest';
import { resultChart } from './chart.js';
import { readmeSection, withResults } from './readme-section.js';
import { resultsPage } from './results-page.js';
import { type Summary, summarize } from './summary.js';
import { besidePeers, roundsOf } from './synthetic-lines.js';
import { short, thousands } from './table.js';

const SUMMARY: Summary = summarize([
  ...besidePeers('get-256', [41_234, 40_000, 42_000], [8_000, 8_100, 7_900]),
  ...besidePeers('get-256-cold', [3_000, 3_100, 2_900], [6_000, 6_000, 6_000]),
  ...besidePeers('get-single', [100, 90, 110], [99, 98, 105]),
  ...besidePeers('get-many', [100, 90, 110], [99, 98, 105], { leaving: ['pglite'] }),
  ...besidePeers('disk-closed', [24, 24, 24], [8, 8, 8], { workload: 'W8' }),
  ...roundsOf('tinybase', 'get-256', [900_000, 800_000, 1_000_000], { version: '10.0.1' }),
  ...roundsOf('bigtab', 'acknowledged', [5_000, 5_100, 4_900], { workload: 'kill' }),
  ...roundsOf('bigtab', 'lost', [0, 0, 0], { workload: 'kill' }),
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

  it('says above each table how often, at which commit, where and how much was measured, and no date', () => {
    const captions = page.match(/^\*.*\*$/gm) ?? [];
    expect(captions[0]).toBe(
      '*3 rounds; commit abc1234; Chromium 1.2.3.4; linux x64, 2 cores (abacus), 8 GiB of memory; 1,000 cells.*',
    );
    expect(captions.every((text) => text.includes('abc1234'))).toBe(true);
    expect(captions).toHaveLength(6);
    expect(page).not.toMatch(/20\d\d-/);
  });

  it('puts Bigtab beside the best other store, losses first, each number with its spread', () => {
    const section = sectionOf(page, 'Bigtab beside the best other store');
    expect(section).toContain('Bigtab is below the best other store in 2 of 4 figures, and at or above it in 2.');
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

  it('names what has no ratio and why', () => {
    expect(page).toContain('- not measured: PGlite (1 figure): W3 gets in lists of 100, warm');
  });

  it('has a table of all durable stores for each operation, cold beside warm, the best in bold', () => {
    const section = sectionOf(page, 'All durable stores');
    expect(section).toContain('| store | warm (gets/s) | cold (gets/s) |');
    expect(section).toContain('| Bigtab | **41,200 (40,000 to 42,000)** | 3,000 (2,900 to 3,100) |');
    expect(section).not.toContain('TinyBase');
  });

  it('heads tables with the numbers of workloads, not with their short names', () => {
    expect(page).toContain('\n#### one second of puts, then a kill\n');
    expect(page).toContain('\n#### W8 storage and memory\n');
  });

  it('says for all stores how many acknowledged puts are lost', () => {
    const section = sectionOf(page, 'What an acknowledgement is worth');
    expect(section).toContain('| TinyBase | **50,000 (49,000 to 50,500)** | 50,000 (49,000 to 50,500) |');
    expect(section).toContain('| Bigtab | 5,000 (4,900 to 5,100) | **0 (0 to 0)** |');
  });

  it('has what holds all data in memory in a table of its own, beside Bigtab', () => {
    const section = sectionOf(page, 'The ceiling');
    expect(section).toContain('| TinyBase | **900,000 (800,000 to 1,000,000)** |');
    expect(section).not.toContain('SQLite:');
    expect(section).not.toContain('lost');
  });

  it('shows by size how Bigtab grows', () => {
    expect(sectionOf(page, 'Bigtab by size')).toContain('| one get (µs) | 150 (140 to 160) | 170 (160 to 180) |');
  });

  it('says how each store is used, with its version', () => {
    expect(sectionOf(page, 'How each store is used')).toContain('- **TinyBase** (`tinybase` 10.0.1): ');
  });

  it('names the number of rounds where it is another one', () => {
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

  it('says what the table of ratios says, losses first', () => {
    expect(section).toContain('below the best other store in 2 of 4 figures');
    const lists = section.match(/^\*\*(Worse|Within the spread|Better):\*\* .*$/gm);
    expect(lists).toEqual([
      '**Worse:** on disk after close: 0.33 (SQLite); gets, 256 in flight: cold 0.50 (SQLite).',
      '**Within the spread:** gets, one await each: warm 1.01 (SQLite).',
      '**Better:** gets, 256 in flight: warm 5.15 (SQLite).',
    ]);
  });

  it('says what is lost of what was acknowledged', () => {
    expect(section).toContain('TinyBase loses 50,000 of 50,000 (medians; at most 50,500). None lost: Bigtab.');
  });

  it('says how often, where and at which commit it was measured', () => {
    expect(section).toContain('*3 rounds; commit abc1234; Chromium 1.2.3.4;');
  });

  it('names every size but the usual one', () => {
    const both = summarize([
      ...besidePeers('get-256', [30], [10]),
      ...besidePeers('scan-all', [40], [10]),
      ...besidePeers('get-256', [20], [10], { cells: 9_000 }),
    ]);
    const section = readmeSection(both);
    expect(section).toContain('1,000 cells unless another number is named.');
    expect(section).toContain(
      'gets, 256 in flight, 9,000 cells: warm 2.00 (SQLite); gets, 256 in flight: warm 3.00 (SQLite); full scan: ',
    );
  });

  it('takes its place in the README, again and again', () => {
    const readme = 'before\n<!-- benchmark: written -->\nold\n<!-- /benchmark -->\nafter';
    const once = withResults(readme, SUMMARY);
    expect(once).toMatch(
      /^before\n<!-- benchmark: written -->\n\nBigtab is below [\s\S]*\n\n<!-- \/benchmark -->\nafter$/,
    );
    expect(withResults(once, SUMMARY)).toBe(once);
    expect(() => withResults('nothing', SUMMARY)).toThrow('no place');
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
    expect([0.0123, 0.514, 9.99, 12.3].map(short)).toEqual(['0.012', '0.51', '9.99', '12']);
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

  it('draws losses first, to the left of the line of equals, and cold apart from warm', () => {
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

  it('leaves out what has no ratio', () => {
    expect(resultChart({ ...SUMMARY, rows: [] })).not.toContain('height="14"');
  });
});
