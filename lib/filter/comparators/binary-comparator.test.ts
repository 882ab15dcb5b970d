import { describe, expect, it } from 'vitest';
import { compared } from '../../testing/samples/comparators.js';
import { BinaryComparator } from './binary-comparator.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

describe('BinaryComparator', () => {
  it('compares its value with the stored bytes, unsigned, a prefix first (F-4, O-1)', () => {
    const signs = ['', 'a', 'ab', 'abc', 'b', '\\xFF'].map((stored) => compared(new BinaryComparator('ab'), stored));
    expect(signs).toEqual([1, 1, 0, -1, -1, -1]);
  });

  it('accepts only text or bytes', () => {
    for (const wrong of [null, 1, undefined]) expect(() => new BinaryComparator(wrong as never)).toThrow(INVALID);
  });
});
