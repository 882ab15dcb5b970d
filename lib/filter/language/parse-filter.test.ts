import { describe, expect, it } from 'vitest';
import { encodeText } from '../../bytes/text.js';
import { MAX_FILTER_DEPTH } from '../../model/filter.js';
import { ColumnPaginationFilter } from '../column-pagination-filter.js';
import { ColumnRangeFilter } from '../column-range-filter.js';
import { PageFilter } from '../page-filter.js';
import { PrefixFilter } from '../prefix-filter.js';
import { TimestampsFilter } from '../timestamps-filter.js';
import { parseFilter } from './parse-filter.js';

const A = "RowFilter(=, 'binary:a')";
const B = "ValueFilter(!=, 'binary:b')";
const C = 'PageFilter(3)';

/** The structure of a filter, with A, B and C for the three above. */
function shape(text: string): string {
  const names: Readonly<Record<string, string>> = {
    'RowFilter (EQUAL, a)': 'A',
    'ValueFilter (NOT_EQUAL, b)': 'B',
    'PageFilter 3': 'C',
  };
  return Object.entries(names).reduce((all, [name, letter]) => all.replaceAll(name, letter), String(parseFilter(text)));
}

describe('parseFilter', () => {
  it.each([
    [`${A} AND ${B} AND ${C}`, 'FilterList AND (3/3): [A, B, C]'],
    [`${A} OR ${B} AND ${C}`, 'FilterList OR (2/2): [A, FilterList AND (2/2): [B, C]]'],
    [`SKIP ${A} AND WHILE ${B}`, 'FilterList AND (2/2): [SkipFilter A, WhileMatchFilter B]'],
    [`SKIP WHILE ${A}`, 'SkipFilter WhileMatchFilter A'],
    [`(${A} AND ${B}) AND ${C}`, 'FilterList AND (2/2): [FilterList AND (2/2): [A, B], C]'],
    [`((${A}))`, 'A'],
    [`  ${A}AND\t ${B}\t`.replace('AND\t', 'AND '), 'FilterList AND (2/2): [A, B]'],
  ])('groups %s by precedence (F-30, F-31)', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it.each([
    [`(${A} OR ${B} AND ${C})`, 'FilterList OR (2/2): [A, FilterList AND (2/2): [B, C]]'],
    [`(${A} AND SKIP ${B})`, 'FilterList AND (2/2): [A, SkipFilter B]'],
  ])('groups %s in parentheses the same way (F-32, A-23)', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it('reads strings, doubled quotes and bytes (F-33)', () => {
    expect(parseFilter("PrefixFilter('it''s')")).toEqual(new PrefixFilter("it's"));
    expect(parseFilter("PrefixFilter('äöü €😀')")).toEqual(new PrefixFilter('äöü €😀'));
    const bytes = Uint8Array.of(...encodeText("PrefixFilter('"), 0xff, ...encodeText("')"));
    expect(parseFilter(bytes)).toEqual(new PrefixFilter(Uint8Array.of(0xff)));
  });

  it('reads integers, booleans and open bounds (F-33)', () => {
    expect(parseFilter('ColumnPaginationFilter(,4 6,)')).toEqual(new ColumnPaginationFilter(4, 6));
    expect(parseFilter('TimestampsFilter(1, 2,3)')).toEqual(new TimestampsFilter([1, 2, 3]));
    expect(parseFilter('PageFilter(9223372036854775807)')).toEqual(new PageFilter(Number.MAX_SAFE_INTEGER));
    expect(parseFilter("ColumnRangeFilter('', TRUE, 'b', false)")).toEqual(
      new ColumnRangeFilter(null, true, 'b', false),
    );
  });

  it.each([
    ['', 'Incorrect Filter String', 0],
    ['()', 'Incorrect Filter String', 1],
    [`(${A}`, 'Mismatched parenthesis', 0],
    [`${A})`, 'Mismatched parenthesis', 24],
    [`${A} ${B}`, 'Incorrect Filter String', 25],
    [`${A} SKIP `, 'Incorrect Filter String', 25],
    ['PageFilter', 'Incorrect Filter String', 0],
    ['PageFilter)', 'Incorrect Filter Name', 0],
    [`${A} and ${B}`, 'Filter Name and not supported', 25],
    [`ä AND ${A})`, 'Filter Name ä not supported', 0],
    ['PageFilter 3)', 'Incorrect argument list', 0],
    [`${A} AND OR ${B}`, 'Incorrect input string - an AND needs two filters', 29],
    [`${A} OR `, 'Incorrect input string - an OR needs two filters', 28],
    ['SKIP ', 'Incorrect input string - SKIP must be followed by a filter', 5],
    [`PrefixFilter('äö') AND Nothing(1)`, 'Filter Name Nothing not supported', 23],
    ["RowFilter(=, 'x')", "Incorrect filter string RowFilter(=, 'x'): Incorrect comparator:", 0],
    ["RowFilter(=, 'x:')", "Incorrect filter string RowFilter(=, 'x:'): Incorrect comparatorType:", 0],
    ["RowFilter(=>, 'binary:')", 'Invalid compare operator', 0],
    ["RowFilter(<, 'substring:a')", 'a substring comparator can only be used with = and !=', 0],
    ['KeyOnlyFilter(yes)', 'Incorrect Boolean Expression', 0],
    ['PageFilter(1.5)', 'Byte Array should only contain digits', 0],
    ['PageFilter(18446744073709551616)', 'a 64-bit integer', 0],
    ['ColumnCountGetFilter(2147483648)', 'Integer Argument too large', 0],
    ['ColumnCountGetFilter(-2147483649)', 'Integer Argument too small', 0],
    ['TimestampsFilter(9223372036854775806)', 'a timestamp is at most', 0],
    ["PrefixFilter('a', 'b')", 'it takes 1 arguments; got 2', 0],
    ["PrefixFilter('a'b)", 'Incorrect argument list: separate arguments', 0],
    ['PrefixFilter(a)', 'a string in single quotes; got a', 0],
    ["ValueFilter(=, 'regexstring:(')", "Incorrect filter string ValueFilter(=, 'regexstring:(')", 0],
  ])('refuses %j and says what and where (F-32, F-34, F-35, F-36, A-54)', (text, message, position) => {
    expect(() => parseFilter(text)).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        message: expect.stringContaining(message),
        details: { position },
      }),
    );
  });

  it('reports positions in bytes if it received bytes (F-35)', () => {
    expect(() => parseFilter(encodeText("PrefixFilter('äö') AND Nothing(1)"))).toThrow(
      expect.objectContaining({ details: { position: 25 } }),
    );
  });

  it('refuses other types than text and bytes, and filters that are nested too deep', () => {
    expect(() => parseFilter(5 as unknown as string)).toThrow('a filter must be text or bytes; got 5');
    expect(() => parseFilter('\ud800')).toThrow('well-formed');
    const nested = (depth: number) => `${'('.repeat(depth)}${A}${')'.repeat(depth)}`;
    expect(shape(nested(MAX_FILTER_DEPTH))).toBe('A');
    expect(() => parseFilter(nested(100_000))).toThrow(`nested at most ${MAX_FILTER_DEPTH} deep`);
    expect(() => parseFilter('SKIP '.repeat(100_000) + A)).toThrow(`nested at most ${MAX_FILTER_DEPTH} deep`);
  });
});
