import { describe, expect, it } from 'vitest';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { ColumnPrefixFilter } from './column-prefix-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = ['a f:@1', 'a f:a@1', 'a f:ab@2', 'a f:ab@1', 'a f:abc@1', 'a f:b@1', 'a g:ab@1'];

describe('ColumnPrefixFilter', () => {
  it('seeks to the prefix and leaves the family after it (R-41)', () => {
    const said = ['hint a ab', 'hint a ab', 'Include', 'Include', 'Include', 'NextRow', 'Include'];
    expect(verdicts(new ColumnPrefixFilter('ab'), CELLS)).toEqual(said);
    expect(survivors(new ColumnPrefixFilter('ab'), CELLS)).toEqual(
      survivors(new ColumnPrefixFilter('ab'), CELLS, { hints: false }),
    );
  });

  it('lets every column pass when it is null or empty', () => {
    expect(survivors(new ColumnPrefixFilter(null), CELLS)).toEqual(CELLS);
    expect(survivors(new ColumnPrefixFilter(''), CELLS)).toEqual(CELLS);
    expect(() => new ColumnPrefixFilter(1 as never)).toThrow(INVALID);
  });
});
