import { describe, expect, it } from 'vitest';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { BinaryComparator } from './comparators/binary-comparator.js';
import { RowFilter } from './row-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const ROWS = ['a f:q@1', 'ab f:q@1', 'b f:q@1'];

describe('RowFilter', () => {
  it.each([
    ['LESS', ['a f:q@1']],
    ['LESS_OR_EQUAL', ['a f:q@1', 'ab f:q@1']],
    ['EQUAL', ['ab f:q@1']],
    ['NOT_EQUAL', ['a f:q@1', 'b f:q@1']],
    ['GREATER_OR_EQUAL', ['ab f:q@1', 'b f:q@1']],
    ['GREATER', ['b f:q@1']],
    ['NO_OP', []],
  ] as const)('keeps rows that are %s to the argument (F-3)', (op, expected) => {
    const filter = new RowFilter(op, new BinaryComparator('ab'));
    expect(survivors(filter, ROWS)).toEqual(expected);
    expect(survivors(filter, ROWS, { reversed: true })).toEqual([...expected].reverse());
  });

  it('skips a row by its key (R-45)', () => {
    const filter = new RowFilter('EQUAL', new BinaryComparator('a'));
    expect(verdicts(filter, ['a f:q@1', 'b f:q@1'])).toEqual(['Include', 'row key']);
  });

  it('accepts only an operator and a comparator', () => {
    expect(() => new RowFilter('=' as 'EQUAL', new BinaryComparator('a'))).toThrow(INVALID);
    expect(() => new RowFilter('EQUAL', 'a' as never)).toThrow(INVALID);
  });
});
