import { describe, expect, it } from 'vitest';
import { survivors } from '../testing/samples/filters.js';
import { RandomRowFilter } from './random-row-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const ROWS = Array.from({ length: 1000 }, (_, index) => `${1000 + index} f:q@1`);

describe('RandomRowFilter', () => {
  it.each([
    [-1, 0],
    [0, 0],
    [1, 1000],
    [2, 1000],
  ])('keeps with the chance %d of 1000 rows %d', (chance, rows) => {
    expect(survivors(new RandomRowFilter(chance), ROWS)).toHaveLength(rows);
  });

  it('includes about the requested share of the rows, different ones each time', () => {
    const filter = new RandomRowFilter(0.3);
    const [first, second] = [survivors(filter, ROWS), survivors(filter, ROWS)];
    for (const kept of [first, second]) expect(Math.abs(kept.length - 300)).toBeLessThan(80);
    expect(first).not.toEqual(second);
  });

  it('accepts only a number', () => {
    for (const chance of [Number.NaN, '1', null]) expect(() => new RandomRowFilter(chance as never)).toThrow(INVALID);
  });
});
