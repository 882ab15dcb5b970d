import { describe, expect, it } from 'vitest';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { BinaryComparator } from './comparators/binary-comparator.js';
import { QualifierFilter } from './qualifier-filter.js';

const CELLS = ['a f:@1', 'a f:p@2', 'a f:p@1', 'a f:q@1'];

describe('QualifierFilter', () => {
  it('skips each version of a column that does not match (F-3, R-42)', () => {
    const filter = new QualifierFilter('EQUAL', new BinaryComparator('q'));
    expect(verdicts(filter, CELLS)).toEqual(['Skip', 'Skip', 'Skip', 'Include']);
  });

  it('tests the empty qualifier like any other (F-3)', () => {
    expect(survivors(new QualifierFilter('LESS', new BinaryComparator('p')), CELLS)).toEqual(['a f:@1']);
  });
});
