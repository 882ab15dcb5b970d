import { describe, expect, it } from 'vitest';
import { Random } from '../simulation/random.js';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { MultiRowRangeFilter, type RowRange } from './multi-row-range-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const ROWS = ['a', 'b', 'b\\x00', 'c', 'd', 'e'].map((row) => `${row} f:q@1`);

/** Parses `[a,c)`; square brackets mean that the bound is included. */
function range(text: string): RowRange {
  const [, open, startRow = '', stopRow = '', close] = /^([[(])(.*),(.*)([\])])$/.exec(text) ?? [];
  return { startRow, startRowInclusive: open === '[', stopRow, stopRowInclusive: close === ']' };
}

const kept = (...ranges: string[]): string =>
  survivors(new MultiRowRangeFilter(ranges.map(range)), ROWS)
    .map((cell) => cell.split(' ')[0])
    .join(' ');

describe('MultiRowRangeFilter', () => {
  it('seeks from range to range and ends the scan after the last', () => {
    const filter = new MultiRowRangeFilter([range('[d,e)'), range('[b,b]')]);
    expect(verdicts(filter, ROWS)).toEqual(['hint b', 'Include', 'hint d', 'hint d', 'Include', 'NextRow']);
    expect(verdicts(filter, ROWS, { reversed: true })).toEqual([
      ...['hint e', 'Include', 'hint b\\x00', 'hint b\\x00', 'Include', 'NextRow'],
    ]);
  });

  it.each([
    [['[a,b)'], 'a'],
    [['(a,b]'], 'b'],
    [['(b,c)'], 'b\\x00'],
    [['[a,c)', '[b,d)'], 'a b b\\x00 c'],
    [['[a,b)', '[b,c)'], 'a b b\\x00'],
    [['[a,b)', '(b,c]'], 'a b\\x00 c'],
    [['[,b)', '[d,)'], 'a d e'],
    [['[a,)', '[b,c)'], 'a b b\\x00 c d e'],
    [['[a,b)', '(a,c)'], 'a b b\\x00'],
    [['(b,b]', '[d,d]'], 'd'],
    [['(,)'], 'a b b\\x00 c d e'],
  ])('keeps the union of %s (A-47)', (ranges, expected) => {
    expect(kept(...ranges)).toBe(expected);
  });

  it('keeps the same rows forward, backward, and without its hints (A-47)', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = new Random(seed);
      const bound = (): string => random.pick(['', 'a', 'b', 'bb', 'c', 'd']);
      const ranges = Array.from({ length: 1 + random.below(4) }, () => {
        const [startRow = '', stopRow = ''] = [bound(), bound()].sort();
        return {
          startRow,
          startRowInclusive: random.chance(0.5),
          stopRow,
          stopRowInclusive: startRow === stopRow || random.chance(0.5),
        };
      });
      const filter = new MultiRowRangeFilter(ranges);
      const inside = ROWS.filter((cell) => {
        const row = (cell.split(' ')[0] as string).replace('\\x00', '\0');
        return ranges.some(({ startRow, startRowInclusive, stopRow, stopRowInclusive }) => {
          const begun = startRow === '' || row > startRow || (row === startRow && startRowInclusive);
          return begun && (stopRow === '' || row < stopRow || (row === stopRow && stopRowInclusive));
        });
      });
      expect(survivors(filter, ROWS)).toEqual(inside);
      expect(survivors(filter, ROWS, { hints: false })).toEqual(inside);
      expect(survivors(filter, ROWS, { reversed: true })).toEqual([...inside].reverse());
    }
  });

  it('accepts prefixes as ranges', () => {
    expect(survivors(new MultiRowRangeFilter(['b', 'e']), ROWS)).toEqual([ROWS[1], ROWS[2], ROWS[5]]);
  });

  it('refuses an empty list, and ranges that begin after their end', () => {
    expect(() => new MultiRowRangeFilter([])).toThrow('No ranges found.');
    expect(() => new MultiRowRangeFilter([range('[b,a]'), range('[c,c)'), range('[a,b)')])).toThrow(
      /^2 invaild ranges\./,
    );
    for (const wrong of ['a', [1], [{ startRow: 'a' }], [{ startRow: 'a', stopRow: 'b', stop: 'c' }], [null]])
      expect(() => new MultiRowRangeFilter(wrong as never)).toThrow(INVALID);
  });
});
