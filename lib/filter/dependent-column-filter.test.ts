import { describe, expect, it } from 'vitest';
import { survivors } from '../testing/samples/filters.js';
import { BinaryComparator } from './comparators/binary-comparator.js';
import { DependentColumnFilter } from './dependent-column-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = ['a f:p@3', 'a f:p@1', 'a f:q@3=x', 'a f:q@2=y', 'a g:p@2', 'b g:p@2'];

describe('DependentColumnFilter', () => {
  it('keeps the cells of all families with a timestamp of the column (F-3)', () => {
    expect(survivors(new DependentColumnFilter('f', 'q'), CELLS)).toEqual([
      'a f:p@3',
      'a f:q@3=x',
      'a f:q@2=y',
      'a g:p@2',
    ]);
  });

  it('drops the column itself with dropDependentColumn', () => {
    expect(survivors(new DependentColumnFilter('f', 'q', true), CELLS)).toEqual(['a f:p@3', 'a g:p@2']);
  });

  it('counts only versions that match, and none with NO_OP (F-3)', () => {
    const x = new BinaryComparator('x');
    expect(survivors(new DependentColumnFilter('f', 'q', false, 'EQUAL', x), CELLS)).toEqual(['a f:p@3', 'a f:q@3=x']);
    expect(survivors(new DependentColumnFilter('f', 'q', false, 'NO_OP', x), CELLS)).toEqual([]);
  });

  it('accepts only a boolean and a comparator', () => {
    expect(() => new DependentColumnFilter('f', 'q', 1 as never)).toThrow(INVALID);
    expect(() => new DependentColumnFilter('f', 'q', true, 'EQUAL', 'x' as never)).toThrow(INVALID);
    expect(new DependentColumnFilter('f', 'q').hasFilterRow()).toBe(true);
  });
});
