import { describe, expect, it } from 'vitest';
import { verdicts } from '../testing/samples/filters.js';
import { FirstKeyValueMatchingQualifiersFilter } from './first-key-value-matching-qualifiers-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

describe('FirstKeyValueMatchingQualifiersFilter', () => {
  it('includes the cells up to the first one with one of the qualifiers', () => {
    const filter = new FirstKeyValueMatchingQualifiersFilter(['q', 'r']);
    const cells = ['a f:p@1', 'a f:q@2', 'a f:q@1', 'a f:r@1', 'b f:p@1'];
    expect(verdicts(filter, cells)).toEqual(['Include', 'Include', 'NextRow', 'NextRow', 'Include']);
  });

  it('accepts only a list of qualifiers', () => {
    expect(() => new FirstKeyValueMatchingQualifiersFilter('q' as never)).toThrow(INVALID);
    expect(() => new FirstKeyValueMatchingQualifiersFilter([1 as never])).toThrow(INVALID);
  });
});
