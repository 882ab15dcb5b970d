import { describe, expect, it } from 'vitest';
import { compared } from '../../testing/samples/comparators.js';
import { BinaryComponentComparator } from './binary-component-comparator.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

describe('BinaryComponentComparator', () => {
  it('compares with the stored bytes from its offset on (F-4)', () => {
    const signs = ['xxab', 'xxabc', 'xxac', 'xxaa', 'xxa', 'xx', ''].map((stored) =>
      compared(new BinaryComponentComparator('ab', 2), stored),
    );
    expect(signs).toEqual([0, 0, -1, 1, 1, 1, 1]);
  });

  it('accepts only offsets from 0', () => {
    for (const offset of [-1, 1.5, '0', 2 ** 31])
      expect(() => new BinaryComponentComparator('a', offset as never)).toThrow(INVALID);
  });
});
