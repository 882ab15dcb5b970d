import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { decodeFilter } from '../engine/filter/decode-filter.js';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { ColumnValueFilter } from './column-value-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const filter = new ColumnValueFilter('f', 'q', 'EQUAL', 'x');
const CELLS = ['a f:p@1=x', 'a f:q@2=y', 'a f:q@1=x', 'a f:r@1=x', 'b f:p@1=x'];

describe('ColumnValueFilter', () => {
  it('moves to its column, tests its versions, and leaves the row after it (F-3, R-41)', () => {
    expect(verdicts(filter, CELLS)).toEqual(['NextColumn', 'Skip', 'Include', 'NextRow', 'NextColumn']);
    expect(survivors(filter, CELLS)).toEqual(['a f:q@1=x']);
  });

  it('needs only the family of its column (R-86)', () => {
    const evaluator = decodeFilter(filter.toByteArray());
    expect(['f', 'g'].map((family) => evaluator.isFamilyEssential(encodeText(family)))).toEqual([true, false]);
  });

  it('accepts text, bytes or a comparator as the value', () => {
    expect(() => new ColumnValueFilter('f', 'q', 'EQUAL', null as never)).toThrow(INVALID);
  });
});
