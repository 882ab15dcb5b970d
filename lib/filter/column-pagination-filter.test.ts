import { describe, expect, it } from 'vitest';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { ColumnPaginationFilter } from './column-pagination-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = ['a f:p@2', 'a f:p@1', 'a f:q@1', 'a f:r@1', 'a g:p@1', 'b f:q@1'];

describe('ColumnPaginationFilter', () => {
  it('skips the first columns and includes the next ones, across families', () => {
    expect(survivors(new ColumnPaginationFilter(2, 1), CELLS)).toEqual(['a f:q@1', 'a f:r@1']);
    expect(survivors(new ColumnPaginationFilter(2, 3), CELLS)).toEqual(['a g:p@1']);
    expect(survivors(new ColumnPaginationFilter(0, 0), CELLS)).toEqual([]);
  });

  it('begins at a column, and seeks it until it has found the first column of the row', () => {
    const said = [
      'hint a q',
      'hint a q',
      'IncludeAndNextColumn',
      'IncludeAndNextColumn',
      'NextRow',
      'IncludeAndNextColumn',
    ];
    expect(verdicts(new ColumnPaginationFilter(2, 'q'), CELLS)).toEqual(said);
    expect(survivors(new ColumnPaginationFilter(3, 'q'), CELLS)).toEqual(['a f:q@1', 'a f:r@1', 'a g:p@1', 'b f:q@1']);
  });

  it('adds limit and offset exactly (A-49)', () => {
    const most = 2 ** 31 - 1;
    expect(survivors(new ColumnPaginationFilter(most, 1), CELLS)).toEqual(['a f:q@1', 'a f:r@1', 'a g:p@1']);
    expect(survivors(new ColumnPaginationFilter(most, most), CELLS)).toEqual([]);
  });

  it('accepts only integers from 0, or a column', () => {
    for (const [limit, offset] of [
      [-1, 0],
      [1, -1],
      [1, null],
      ['1', 0],
      [2 ** 31, 0],
    ])
      expect(() => new ColumnPaginationFilter(limit as never, offset as never)).toThrow(INVALID);
  });
});
