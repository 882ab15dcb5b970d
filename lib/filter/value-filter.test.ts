import { describe, expect, it } from 'vitest';
import { verdicts } from '../testing/samples/filters.js';
import { BinaryComparator } from './comparators/binary-comparator.js';
import { ValueFilter } from './value-filter.js';

describe('ValueFilter', () => {
  it('tests each version (F-3, R-44)', () => {
    const filter = new ValueFilter('EQUAL', new BinaryComparator('A'));
    expect(verdicts(filter, ['a f:q@3=B', 'a f:q@2=A', 'a f:q@1=B'])).toEqual(['Skip', 'Include', 'Skip']);
  });

  it('matches nothing with NO_OP (F-3)', () => {
    expect(verdicts(new ValueFilter('NO_OP', new BinaryComparator('A')), ['a f:q@1=A'])).toEqual(['Skip']);
  });
});
