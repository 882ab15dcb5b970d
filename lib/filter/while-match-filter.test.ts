import { describe, expect, it } from 'vitest';
import { survivors } from '../testing/samples/filters.js';
import { BinaryComparator } from './comparators/binary-comparator.js';
import { InclusiveStopFilter } from './inclusive-stop-filter.js';
import { PageFilter } from './page-filter.js';
import { RowFilter } from './row-filter.js';
import { ValueFilter } from './value-filter.js';
import { WhileMatchFilter } from './while-match-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = ['a f:p@1=x', 'a f:q@1=x', 'b f:p@1=x', 'b f:q@1=y', 'c f:p@1=x'];

describe('WhileMatchFilter', () => {
  it('ends the scan at the first rejected cell, and keeps the earlier cells of the row (F-5)', () => {
    const filter = new WhileMatchFilter(new ValueFilter('EQUAL', new BinaryComparator('x')));
    expect(survivors(filter, CELLS)).toEqual(['a f:p@1=x', 'a f:q@1=x', 'b f:p@1=x']);
  });

  it('ends the scan at a rejected row key and at a rejected row (F-5)', () => {
    const less = new WhileMatchFilter(new RowFilter('NOT_EQUAL', new BinaryComparator('b')));
    expect(survivors(less, CELLS)).toEqual(CELLS.slice(0, 2));
    expect(survivors(new WhileMatchFilter(new PageFilter(1)), CELLS)).toEqual(CELLS.slice(0, 2));
  });

  it('does not pass the direction to the inner filter (R-47, F-5)', () => {
    expect(survivors(new WhileMatchFilter(new InclusiveStopFilter('b')), CELLS, { reversed: true })).toEqual([]);
  });

  it('accepts only a filter', () => {
    expect(() => new WhileMatchFilter(undefined as never)).toThrow(INVALID);
  });
});
