import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { compared } from '../../testing/samples/comparators.js';
import { SubstringComparator } from './substring-comparator.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

describe('SubstringComparator', () => {
  it('finds its text in any case, as UTF-8 (F-4)', () => {
    const signs = ['xÄBx', 'äb', 'AB', ''].map((stored) => compared(new SubstringComparator('Äb'), encodeText(stored)));
    expect(signs).toEqual([0, 0, 1, 1]);
    expect(compared(new SubstringComparator(''), 'a')).toBe(0);
  });

  it('accepts only text', () => {
    expect(() => new SubstringComparator(encodeText('a') as never)).toThrow(INVALID);
  });
});
