import { describe, expect, it } from 'vitest';
import { ColumnCountGetFilter } from '../../filter/column-count-get-filter.js';
import { BinaryComparator } from '../../filter/comparators/binary-comparator.js';
import { FilterList } from '../../filter/filter-list.js';
import { FuzzyRowFilter } from '../../filter/fuzzy-row-filter.js';
import { InclusiveStopFilter } from '../../filter/inclusive-stop-filter.js';
import { MultiRowRangeFilter } from '../../filter/multi-row-range-filter.js';
import { PageFilter } from '../../filter/page-filter.js';
import { PrefixFilter } from '../../filter/prefix-filter.js';
import { SkipFilter } from '../../filter/skip-filter.js';
import { ValueFilter } from '../../filter/value-filter.js';
import { WhileMatchFilter } from '../../filter/while-match-filter.js';
import { countsRows } from './counts-rows.js';

const STATELESS = [
  new PrefixFilter('p'),
  new InclusiveStopFilter('s'),
  new MultiRowRangeFilter(['a', 'b']),
  new FuzzyRowFilter([['a', '\x01']]),
  new SkipFilter(new ValueFilter('EQUAL', new BinaryComparator('PageFilter'))),
];

describe('countsRows', () => {
  it('is true for a filter that counts rows, or that ends the scan after a row', () => {
    for (const filter of [new PageFilter(2), new WhileMatchFilter(new PrefixFilter('p')), new ColumnCountGetFilter(1)])
      expect(countsRows(filter.toByteArray())).toBe(true);
  });

  it('is true if such a filter is inside', () => {
    const list = new FilterList('MUST_PASS_ONE', [...STATELESS, new SkipFilter(new FilterList([new PageFilter(2)]))]);
    expect(countsRows(list.toByteArray())).toBe(true);
  });

  it('is false for filters that decide about each row by itself', () => {
    expect(countsRows(new FilterList(STATELESS).toByteArray())).toBe(false);
  });
});
