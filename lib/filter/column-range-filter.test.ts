import { describe, expect, it } from 'vitest';
import { verdicts } from '../testing/samples/filters.js';
import { ColumnRangeFilter } from './column-range-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = ['a', 'b', 'bb', 'c', 'd'].map((qualifier) => `r f:${qualifier}@1`);

describe('ColumnRangeFilter', () => {
  it('includes the lower bound but not the upper one by default', () => {
    expect(verdicts(new ColumnRangeFilter('b', true, 'c'), CELLS)).toEqual([
      'hint r b',
      'Include',
      'Include',
      'NextRow',
      'NextRow',
    ]);
    const other = new ColumnRangeFilter('b', false, 'c', true);
    expect(verdicts(other, CELLS)).toEqual(['hint r b', 'NextColumn', 'Include', 'Include', 'NextRow']);
  });

  it('has no bound on a side where the bound is null', () => {
    expect(verdicts(new ColumnRangeFilter(null), CELLS)).toEqual(CELLS.map(() => 'Include'));
    expect(verdicts(new ColumnRangeFilter(null, true, 'b', true), CELLS).indexOf('NextRow')).toBe(2);
  });

  it('accepts only bounds and booleans', () => {
    expect(() => new ColumnRangeFilter(1 as never)).toThrow(INVALID);
    expect(() => new ColumnRangeFilter('a', 'true' as never)).toThrow(INVALID);
    expect(() => new ColumnRangeFilter('a', true, 'b', null as never)).toThrow(INVALID);
  });
});
