import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../bytes/compare.js';
import { testRuns, testSeed } from '../../testing/seed.js';
import { rowBounds, rowsOf } from './row-bounds.js';

/** Rows around the length at which bounds are cut, many of which begin with the same bytes. */
const row = fc
  .tuple(fc.nat({ max: 70 }), fc.constantFrom(0, 97, 255), fc.uint8Array({ maxLength: 3 }))
  .map(([length, fill, end]) => Uint8Array.from([...new Uint8Array(length).fill(fill), ...end]));

describe('The bounds of a file', () => {
  it('contain its first and its last row, and are short', () => {
    fc.assert(
      fc.property(row, row, (one, other) => {
        const [first, last] = compareBytes(one, other) <= 0 ? [one, other] : [other, one];
        const bounds = rowsOf(rowBounds(first, last));
        expect(compareBytes(bounds.first, first)).toBeLessThanOrEqual(0);
        if (bounds.last !== null) expect(compareBytes(bounds.last, last)).toBeGreaterThanOrEqual(0);
        expect(bounds.first.length).toBeLessThanOrEqual(64);
        expect(bounds.last?.length ?? 0).toBeLessThanOrEqual(64);
      }),
      { numRuns: testRuns(500), seed: testSeed(1) },
    );
  });

  it('are its rows themselves if those are short', () => {
    const [first, last] = [Uint8Array.of(1, 2), Uint8Array.of(3)];
    expect(rowsOf(rowBounds(first, last))).toEqual({ first, last });
  });

  it('have no end if no short row is above the last', () => {
    expect(rowsOf(rowBounds(Uint8Array.of(1), new Uint8Array(65).fill(255))).last).toBeNull();
  });

  it('are all rows if the record does not state them', () => {
    expect(rowsOf({})).toEqual({ first: new Uint8Array(0), last: null });
  });
});
