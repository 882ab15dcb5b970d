import { describe, expect, it } from 'vitest';
import { survivors } from '../testing/samples/filters.js';
import { ColumnCountGetFilter } from './column-count-get-filter.js';
import { BinaryComparator } from './comparators/binary-comparator.js';
import { KeyOnlyFilter } from './key-only-filter.js';
import { MultiRowRangeFilter } from './multi-row-range-filter.js';
import { PageFilter } from './page-filter.js';
import { RowFilter } from './row-filter.js';
import { SingleColumnValueExcludeFilter } from './single-column-value-exclude-filter.js';
import { SkipFilter } from './skip-filter.js';
import { ValueFilter } from './value-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = ['a f:p@1=x', 'a f:q@1=x', 'b f:p@1=x', 'b f:q@1=y', 'c f:p@1=x'];

describe('SkipFilter', () => {
  it('drops a row if one of its cells is excluded', () => {
    const filter = new SkipFilter(new ValueFilter('EQUAL', new BinaryComparator('x')));
    expect(survivors(filter, CELLS)).toEqual(['a f:p@1=x', 'a f:q@1=x', 'c f:p@1=x']);
  });

  it('treats an inclusion with a step to the next column as a rejection', () => {
    expect(survivors(new SkipFilter(new ColumnCountGetFilter(9)), CELLS)).toEqual([]);
  });

  it('does not ask the inner filter about row keys, rows or the end of the scan (F-5)', () => {
    expect(survivors(new SkipFilter(new RowFilter('EQUAL', new BinaryComparator('b'))), CELLS)).toEqual(CELLS);
    expect(survivors(new SkipFilter(new PageFilter(0)), CELLS)).toEqual(CELLS);
  });

  it('passes every row with a filter of row ranges inside (A-51)', () => {
    expect(survivors(new SkipFilter(new MultiRowRangeFilter(['b'])), CELLS)).toEqual(CELLS);
  });

  it('lets the inner filter change values, but not decide about complete rows (F-5)', () => {
    expect(survivors(new SkipFilter(new KeyOnlyFilter()), ['a f:p@1=x'])).toEqual(['a f:p@1']);
    const exclude = new SingleColumnValueExcludeFilter('f', 'p', 'EQUAL', 'x');
    expect(survivors(new SkipFilter(exclude), ['a f:p@1=x'])).toEqual(['a f:p@1=x']);
  });

  it('accepts only a filter', () => {
    for (const wrong of [null, 'PageFilter(1)', {}]) expect(() => new SkipFilter(wrong as never)).toThrow(INVALID);
  });
});
