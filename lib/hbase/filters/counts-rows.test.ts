import { describe, expect, it } from 'vitest';
import { ColumnCountGetFilter } from '../../filter/column-count-get-filter.js';
import { BinaryComparator } from '../../filter/comparators/binary-comparator.js';
import { FilterList } from '../../filter/filter-list.js';
import { PageFilter } from '../../filter/page-filter.js';
import { PrefixFilter } from '../../filter/prefix-filter.js';
import { SkipFilter } from '../../filter/skip-filter.js';
import { ValueFilter } from '../../filter/value-filter.js';
import { WhileMatchFilter } from '../../filter/while-match-filter.js';
import { countsRows } from './counts-rows.js';

const VALUE = new ValueFilter('EQUAL', new BinaryComparator('v'));

describe('countsRows', () => {
  it.each([new PageFilter(1), new WhileMatchFilter(VALUE), new ColumnCountGetFilter(1)])('is true for %s', (filter) => {
    expect(countsRows(filter.toByteArray())).toBe(true);
  });

  it('is true for a filter that contains such a one', () => {
    const inside = new SkipFilter(new FilterList([VALUE, new FilterList('MUST_PASS_ONE', [VALUE, new PageFilter(1)])]));
    expect(countsRows(inside.toByteArray())).toBe(true);
  });

  it('is false for filters that judge each row by itself, or by its key', () => {
    for (const filter of [VALUE, new SkipFilter(VALUE), new FilterList([VALUE, new PrefixFilter('a')])])
      expect(countsRows(filter.toByteArray())).toBe(false);
  });
});
