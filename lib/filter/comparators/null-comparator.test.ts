import { describe, expect, it } from 'vitest';
import { compared } from '../../testing/samples/comparators.js';
import { NullComparator } from './null-comparator.js';

describe('NullComparator', () => {
  it('differs from every stored value, also the empty one (F-4)', () => {
    expect(['', 'a'].map((stored) => compared(new NullComparator(), stored))).toEqual([1, 1]);
  });
});
