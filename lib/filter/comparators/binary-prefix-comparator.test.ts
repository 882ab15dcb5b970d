import { describe, expect, it } from 'vitest';
import { compared } from '../../testing/samples/comparators.js';
import { BinaryPrefixComparator } from './binary-prefix-comparator.js';

describe('BinaryPrefixComparator', () => {
  it('compares with the beginning of the stored bytes (F-4)', () => {
    const signs = ['', 'a', 'ab', 'abc', 'b'].map((stored) => compared(new BinaryPrefixComparator('ab'), stored));
    expect(signs).toEqual([1, 1, 0, 0, -1]);
  });
});
