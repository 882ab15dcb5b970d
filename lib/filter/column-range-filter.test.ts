import { describe, expect, it } from 'vitest';
import { verdicts } from '../testing/samples/filters.js';
import { ColumnRangeFilter } from './column-range-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = ['a', 'b', 'bb', 'c', 'd'].map((qualifier) => `r f:${qualifier}@1`);

describe('ColumnRangeFilter', () => {
  it('includes the lower bound and not the upper one unless told otherwise', () => {
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

  it('has no bound where it is null', () => {
    expect(verdicts(new ColumnRangeFilter(null), CELLS)).toEqual(CELLS.map(() => 'Include'));
    expect(verdicts(new ColumnRangeFilter(null, true, 'b', true), CELLS).indexOf('NextRow')).toBe(2);
  });

  it('takes bounds and whether they are included', () => {
    expect(() => new ColumnRangeFilter(1 as never)).toThrow(INVALID);
    expect(() => new ColumnRangeFilter('a', 'true' as never)).toThrow(INVALID);
    expect(() => new ColumnRangeFilter('a', true, 'b', null as never)).toThrow(INVALID);
  });
});
