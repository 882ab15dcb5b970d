import { describe, expect, it } from 'vitest';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { MultipleColumnPrefixFilter } from './multiple-column-prefix-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = ['aa', 'ab', 'abc', 'ac', 'b', 'c'].map((qualifier) => `r f:${qualifier}@1`);

describe('MultipleColumnPrefixFilter', () => {
  it('seeks from prefix to prefix', () => {
    const said = ['hint r ab', 'Include', 'Include', 'hint r b', 'Include', 'NextRow'];
    expect(verdicts(new MultipleColumnPrefixFilter(['b', 'ab']), CELLS)).toEqual(said);
  });

  it('matches any prefix, also where one begins with another (A-20)', () => {
    expect(survivors(new MultipleColumnPrefixFilter(['ab', 'a']), CELLS)).toEqual(CELLS.slice(0, 4));
    expect(survivors(new MultipleColumnPrefixFilter(['', 'b']), CELLS)).toEqual(CELLS);
  });

  it('lets every column pass without prefixes', () => {
    expect(survivors(new MultipleColumnPrefixFilter([]), CELLS)).toEqual(CELLS);
  });

  it('accepts only a list of distinct prefixes', () => {
    expect(() => new MultipleColumnPrefixFilter(['a', 'b', 'a'])).toThrow('prefixes must be distinct');
    expect(() => new MultipleColumnPrefixFilter('a' as never)).toThrow(INVALID);
    expect(() => new MultipleColumnPrefixFilter([null as never])).toThrow(INVALID);
  });
});
