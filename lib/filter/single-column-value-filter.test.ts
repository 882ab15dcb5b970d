import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes/text.js';
import { decodeFilter } from '../engine/filter/decode-filter.js';
import { survivors, verdicts } from '../testing/samples/filters.js';
import { SubstringComparator } from './comparators/substring-comparator.js';
import { SingleColumnValueFilter } from './single-column-value-filter.js';

const INVALID = expect.objectContaining({ code: 'INVALID_ARGUMENT' });
const CELLS = ['a f:p@1=1', 'a f:q@2=x', 'a f:q@1=y', 'a f:r@1=1', 'b f:q@2=y', 'b f:q@1=x', 'b f:r@1=1', 'c f:r@1=1'];
const of = (row: string): string[] => CELLS.filter((cell) => cell.startsWith(row));
const filter = (): SingleColumnValueFilter => new SingleColumnValueFilter('f', 'q', 'EQUAL', 'x');

describe('SingleColumnValueFilter', () => {
  it('includes complete rows by the newest version of a column (F-3)', () => {
    expect(survivors(filter(), CELLS)).toEqual([...of('a'), ...of('c')]);
    expect(verdicts(filter(), of('b'))).toEqual(['NextRow', 'NextRow', 'NextRow']);
  });

  it('drops rows without the column with setFilterIfMissing(true)', () => {
    expect(survivors(filter().setFilterIfMissing(true), CELLS)).toEqual(of('a'));
  });

  it('tests older versions too with setLatestVersionOnly(false)', () => {
    const any = filter().setFilterIfMissing(true).setLatestVersionOnly(false);
    expect(survivors(any, CELLS)).toEqual([...of('a'), ...of('b')]);
    expect(survivors(any, ['a f:q@2=y', 'a f:q@1=z'])).toEqual([]);
  });

  it('needs only the family of its column if it drops rows without the column (R-86)', () => {
    const essential = (of: SingleColumnValueFilter): boolean[] =>
      ['f', 'g'].map((family) => decodeFilter(of.toByteArray()).isFamilyEssential(encodeText(family)));
    expect(essential(filter())).toEqual([true, true]);
    expect(essential(filter().setFilterIfMissing(true))).toEqual([true, false]);
  });

  it('fails with NO_OP at the first comparison, and only there (F-3)', () => {
    const noOp = new SingleColumnValueFilter('f', 'q', 'NO_OP', 'x');
    expect(survivors(noOp, of('c'))).toEqual(of('c'));
    expect(() => survivors(noOp, CELLS)).toThrow(
      expect.objectContaining({ code: 'RUNTIME', message: 'Unknown Compare op NO_OP' }),
    );
  });

  it('accepts text, bytes or a comparator as the value', () => {
    expect(survivors(new SingleColumnValueFilter('f', 'q', 'EQUAL', new SubstringComparator('X')), of('a'))).toEqual(
      of('a'),
    );
    expect(survivors(new SingleColumnValueFilter('f', null, 'EQUAL', 'x'), ['a f:@1=y'])).toEqual([]);
    expect(() => new SingleColumnValueFilter('f', 'q', 'EQUAL', 1 as never)).toThrow(INVALID);
    expect(() => new SingleColumnValueFilter(null as never, 'q', 'EQUAL', 'x')).toThrow(INVALID);
    expect(() => filter().setFilterIfMissing(1 as never)).toThrow(INVALID);
    expect(filter().hasFilterRow()).toBe(true);
  });
});
