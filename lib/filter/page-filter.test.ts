import { describe, expect, it } from 'vitest';
import { survivors } from '../testing/samples/filters.js';
import { PageFilter } from './page-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const ROWS = ['a', 'b', 'c'].map((row) => `${row} f:q@1`);

describe('PageFilter', () => {
  it.each([0, 1, 2, 3, Number.MAX_SAFE_INTEGER])('lets %i rows pass', (size) => {
    expect(survivors(new PageFilter(size), ROWS)).toEqual(ROWS.slice(0, size));
  });

  it('accepts only integers from 0', () => {
    for (const size of [-1, 1.5, '1', 2n, null]) expect(() => new PageFilter(size as never)).toThrow(INVALID);
  });
});
