import { describe, expect, it } from 'vitest';
import { verdicts } from '../testing/samples/filters.js';
import { FirstKeyOnlyFilter } from './first-key-only-filter.js';

describe('FirstKeyOnlyFilter', () => {
  it('includes one cell of each row', () => {
    const cells = ['a f:p@2', 'a f:p@1', 'a g:p@1', 'b g:p@1'];
    expect(verdicts(new FirstKeyOnlyFilter(), cells)).toEqual(['Include', 'NextRow', 'NextRow', 'Include']);
  });
});
