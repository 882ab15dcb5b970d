import { describe, expect, it } from 'vitest';
import { compared } from '../../testing/samples/comparators.js';
import { BitComparator } from './bit-comparator.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

describe('BitComparator', () => {
  it.each([
    ['AND', [0, 1, 0]],
    ['OR', [0, 0, 0]],
    ['XOR', [1, 0, 0]],
  ] as const)('is equal if a byte of the two joined by %s is not zero (F-4)', (op, expected) => {
    const argument = Uint8Array.of(0x0f, 0);
    const stored = ['\\x0F\\x00', '\\xF0\\x00', '\\x01\\x01'];
    expect(stored.map((bytes) => compared(new BitComparator(argument, op), bytes))).toEqual(expected);
  });

  it('differs from bytes of another length (F-4)', () => {
    expect(['', 'a', 'aaa'].map((stored) => compared(new BitComparator('aa', 'AND'), stored))).toEqual([1, 1, 1]);
  });

  it('accepts only AND, OR and XOR', () => {
    expect(() => new BitComparator('a', 'NOT' as never)).toThrow(INVALID);
  });
});
