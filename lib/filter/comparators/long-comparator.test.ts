import { describe, expect, it } from 'vitest';
import { fromLong } from '../../bytes/bytes.js';
import { compared } from '../../testing/samples/comparators.js';
import { LongComparator } from './long-comparator.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const LONGS = [-(2n ** 63n), -2n, -1n, 0n, 1n, 2n ** 32n, 2n ** 63n - 1n];

describe('LongComparator', () => {
  it('compares signed numbers (F-4)', () => {
    for (const a of LONGS)
      for (const b of LONGS) expect(compared(new LongComparator(a), fromLong(b))).toBe(a < b ? -1 : Number(a > b));
  });

  it('fails on stored bytes of another length', () => {
    for (const stored of ['', '1234567', '123456789'])
      expect(() => compared(new LongComparator(1), stored)).toThrow(INVALID);
  });

  it('accepts only integers of 64 bits', () => {
    for (const wrong of [1.5, 2n ** 63n, '1', null]) expect(() => new LongComparator(wrong as never)).toThrow(INVALID);
  });
});
