import { describe, expect, it } from 'vitest';
import { agreementOf } from './agreement.js';
import { agreementTable } from './agreement-table.js';
import { type Summary, summarize } from './summary.js';
import { besidePeers, roundsOf } from './synthetic-lines.js';

describe('agreementOf', () => {
  it('finds whether the ranges of two runs overlap', () => {
    const first = summarize([...roundsOf('bigtab', 'get-256', [10, 11, 12]), ...roundsOf('idb', 'get-256', [1, 2])]);
    const again = summarize([...roundsOf('bigtab', 'get-256', [12, 13]), ...roundsOf('idb', 'get-256', [2.1, 3])]);
    const { figures } = agreementOf(first, again);
    expect(figures.map(({ store, agrees }) => [store, agrees])).toEqual([
      ['bigtab', true],
      ['idb', false],
    ]);
  });

  it('counts the numbers that only one run has', () => {
    const first = summarize([...roundsOf('bigtab', 'get-256', [10]), ...roundsOf('idb', 'get-256', [1])]);
    const again = summarize([...roundsOf('bigtab', 'get-256', [10]), ...roundsOf('bigtab', 'get-many', [1])]);
    expect(agreementOf(first, again)).toMatchObject({ unpaired: 2, figures: [{ store: 'bigtab', agrees: true }] });
  });

  it('pairs ratios', () => {
    const first = summarize(besidePeers('get-256', [30], [10]));
    const again = summarize(besidePeers('get-256', [5], [10]));
    expect(agreementOf(first, again).ratios).toMatchObject([{ first: { ratio: 3 }, second: { ratio: 0.5 } }]);
  });
});

describe('agreementTable', () => {
  const first = summarize(besidePeers('get-256', [30, 31, 32], [10, 11, 12]));
  const again = summarize(besidePeers('get-256', [64, 60, 70], [10, 11, 12]));
  const tableOf = (first: Summary, again: Summary) =>
    agreementTable(
      agreementOf(first, again),
      [first, again],
      [['2001-01-01T00:00:00.000Z'], ['2001-01-01T02:00:00.000Z']],
    );
  const table = tableOf(first, again);

  it('counts the overlaps of all stores and of each', () => {
    expect(table).toContain('overlap in 9 of 10 numbers');
    expect(table).toContain('| Bigtab | 0 | 1 |');
    expect(table).toContain('| SQLite | 1 | 1 |');
  });

  it('lists both ranges of each figure that does not overlap, and how far they are apart', () => {
    expect(table).toContain(
      '| W3 gets, 256 in flight, warm, 1,000 cells (gets/s) | Bigtab | 31 (30 to 32) | 64 (60 to 70) | 1.88 |',
    );
    expect(table.match(/to 12/g)).toBeNull();
  });

  it('reports whether the ratios overlap', () => {
    expect(table).toContain('| 2.82 (SQLite) | 5.82 (SQLite) | no | yes | no |');
    expect(table).toContain('Both runs call 1 the same');
  });

  it('notes another commit', () => {
    const other = { ...again, commit: 'def5678' };
    expect(tableOf(first, other)).toContain('Note: different commits, abc1234 and def5678.');
  });

  it('notes any difference between the machines', () => {
    const other = { ...again, machine: { ...again.machine, memoryGiB: 16 } };
    expect(tableOf(first, other)).toContain('16 GiB of memory');
    expect(table).toContain('the same machine');
  });

  it('reports when the runs started, and how often the ranges of two equal runs do not overlap', () => {
    expect(table).toContain(
      'The first run started at 2001-01-01T00:00:00.000Z, the second one at 2001-01-01T02:00:00.000Z.',
    );
    expect(table).toContain('do not overlap for one number in 126');
  });

  it('lists figures whose gap is infinite first, in the order of the report', () => {
    const lost = (values: readonly [number, number, number]) =>
      summarize([
        ...roundsOf('bigtab', 'get-256', [values[0]]),
        ...roundsOf('idb', 'lost', [values[1]]),
        ...roundsOf('tinybase', 'lost', [values[2]]),
      ]);
    const stores = [...tableOf(lost([1, 0, 0]), lost([2, 3, 4])).matchAll(/^\| .*\) \| (\w+) \|.*\| (\S+) \|$/gm)];
    expect(stores.map(([, store, gap]) => [store, gap])).toEqual([
      ['idb', '–'],
      ['TinyBase', '–'],
      ['Bigtab', '2.00'],
    ]);
  });
});
