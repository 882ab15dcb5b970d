import { describe, expect, it } from 'vitest';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { ColumnCountGetFilter } from './column-count-get-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = ['a f:p@2', 'a f:p@1', 'a g:p@1', 'b f:p@1', 'b f:q@1', 'b g:p@1', 'c f:p@1'];

describe('ColumnCountGetFilter', () => {
  it('includes the newest version of the first columns, across families (R-41)', () => {
    expect(survivors(new ColumnCountGetFilter(2), CELLS.slice(0, 3))).toEqual(['a f:p@2', 'a g:p@1']);
    expect(survivors(new ColumnCountGetFilter(0), CELLS.slice(0, 3))).toEqual([]);
  });

  it('ends the scan with a row that has more columns than the limit, not with one that reaches it (A-48)', () => {
    const rows = ['a f:p@1', 'a f:q@1', 'b f:p@1', 'b f:q@1', 'b f:r@1', 'c f:p@1'];
    const said = verdicts(new ColumnCountGetFilter(2), rows);
    expect(said.slice(0, 5)).toEqual([...Array(4).fill('IncludeAndNextColumn'), 'NextColumn']);
  });

  it('accepts only integers from 0', () => {
    for (const limit of [-1, 0.5, '1']) expect(() => new ColumnCountGetFilter(limit as never)).toThrow(INVALID);
  });
});
