import { describe, expect, it } from 'vitest';
import { survivors } from '../testing/samples/filters.js';
import { FilterList } from './filter-list.js';
import { KeyOnlyFilter } from './key-only-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = ['a f:p@1=abc', 'a f:q@1'];

describe('KeyOnlyFilter', () => {
  it('replaces values with empty ones, or with their lengths (R-46)', () => {
    expect(survivors(new KeyOnlyFilter(), CELLS)).toEqual(['a f:p@1', 'a f:q@1']);
    expect(survivors(new KeyOnlyFilter(true), CELLS)).toEqual(['a f:p@1=#3', 'a f:q@1=#0']);
  });

  it.each([
    [[true, true], '#4'],
    [[false, true], '#0'],
    [[true, false], ''],
  ])('sees in a list what the members before it made of the value: %s (F-18)', (lengths, value) => {
    const list = new FilterList(lengths.map((length) => new KeyOnlyFilter(length)));
    expect(survivors(list, ['a f:p@1=abc'])).toEqual([`a f:p@1${value === '' ? '' : `=${value}`}`]);
  });

  it('accepts only a boolean', () => {
    expect(() => new KeyOnlyFilter('true' as never)).toThrow(INVALID);
  });
});
