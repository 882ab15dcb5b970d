import { describe, expect, it } from 'vitest';
import { survivors } from '../testing/samples/filters.js';
import { SingleColumnValueExcludeFilter } from './single-column-value-exclude-filter.js';

const filter = new SingleColumnValueExcludeFilter('f', 'q', 'EQUAL', 'x');

describe('SingleColumnValueExcludeFilter', () => {
  it('removes every version of the tested column (F-3)', () => {
    expect(survivors(filter, ['a f:p@1', 'a f:q@2=x', 'a f:q@1=x', 'a g:q@1'])).toEqual(['a f:p@1', 'a g:q@1']);
  });

  it('drops rows without other cells, and rows that do not match', () => {
    expect(survivors(filter, ['a f:q@1=x', 'b f:p@1', 'b f:q@1=y', 'c f:p@1'])).toEqual(['c f:p@1']);
  });
});
