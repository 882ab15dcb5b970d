import { describe, expect, it } from 'vitest';
import { Random } from '../simulation/random.js';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { FuzzyRowFilter } from './fuzzy-row-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
/** A pattern in which `?` is any byte. */
const pattern = (text: string): [string, string] => [text, text.replace(/./g, (key) => (key === '?' ? '\x01' : '\0'))];
const filterOf = (...patterns: string[]): FuzzyRowFilter => new FuzzyRowFilter(patterns.map(pattern));

describe('FuzzyRowFilter', () => {
  it('compares the bytes where the mask is 0, and seeks to the next row that may match', () => {
    const rows = ['ax1', 'ax2', 'ay1', 'bx0', 'bx1'].map((row) => `${row} f:q@1`);
    expect(verdicts(filterOf('?x1'), rows)).toEqual(['Include', 'hint b', 'hint b', 'hint bx1', 'Include']);
    expect(verdicts(filterOf('?x1'), rows, { reversed: true })).toEqual([
      'Include',
      'hint bx',
      'hint ay',
      'hint ax2',
      'Include',
    ]);
  });

  it('compares the beginning of a longer row, and the bytes that a shorter row has (A-46)', () => {
    const rows = ['a', 'ab', 'abc', 'abcd', 'ac', 'b'].map((row) => `${row} f:q@1`);
    expect(survivors(filterOf('abc'), rows)).toEqual(rows.slice(0, 4));
  });

  it('matches any of several pairs', () => {
    const rows = ['a1', 'a2', 'b1', 'b2'].map((row) => `${row} f:q@1`);
    expect(survivors(filterOf('?1', 'b?'), rows)).toEqual(['a1 f:q@1', 'b1 f:q@1', 'b2 f:q@1']);
  });

  it('keeps the same rows forward, backward, and without its hints (A-45, A-46)', () => {
    for (let seed = 0; seed < 500; seed++) {
      const random = new Random(seed);
      const text = (letters: string, length: number): string =>
        Array.from({ length }, () => random.pick([...letters])).join('');
      const patterns = Array.from({ length: 1 + random.below(3) }, () => text('ab?', random.below(4)));
      const rows = new Set(Array.from({ length: 12 }, () => text('abc', 1 + random.below(4))));
      const cells = [...rows].sort().map((row) => `${row} f:q@1`);
      const matching = cells.filter((cell) => {
        const row = cell.split(' ')[0] as string;
        return patterns.some((key) =>
          [...row].every((byte, at) => at >= key.length || key[at] === '?' || key[at] === byte),
        );
      });
      expect(survivors(filterOf(...patterns), cells)).toEqual(matching);
      expect(survivors(filterOf(...patterns), cells, { hints: false })).toEqual(matching);
      expect(survivors(filterOf(...patterns), cells, { reversed: true })).toEqual([...matching].reverse());
    }
  });

  it('accepts only pairs of equal length with masks of 0 and 1', () => {
    expect(() => new FuzzyRowFilter([['ab', '\0']])).toThrow('Fuzzy pair lengths do not match: {ab,\\x00}');
    for (const wrong of [[], 'a', [['a']], [['a', '\x02']], ['a']])
      expect(() => new FuzzyRowFilter(wrong as never)).toThrow(INVALID);
  });
});
