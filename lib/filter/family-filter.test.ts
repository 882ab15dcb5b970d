import { describe, expect, it } from 'vitest';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { BinaryComparator } from './comparators/binary-comparator.js';
import { FamilyFilter } from './family-filter.js';

const CELLS = ['a f:q@2', 'a f:q@1', 'a g:q@1', 'b g:q@1'];

describe('FamilyFilter', () => {
  it('excludes all cells of the other families of a row (F-3, R-41)', () => {
    const filter = new FamilyFilter('EQUAL', new BinaryComparator('g'));
    expect(verdicts(filter, CELLS)).toEqual(['NextRow', 'NextRow', 'Include', 'Include']);
    expect(survivors(filter, CELLS)).toEqual(['a g:q@1', 'b g:q@1']);
  });

  it('matches nothing with NO_OP (F-3)', () => {
    expect(survivors(new FamilyFilter('NO_OP', new BinaryComparator('f')), CELLS)).toEqual([]);
  });
});
