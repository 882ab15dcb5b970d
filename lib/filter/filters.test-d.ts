import { describe, expectTypeOf, it } from 'vitest';
import type { CompareOperator } from '../model/compare-operator.js';
import { Comparator, Filter } from '../model/filter.js';
import { ColumnPaginationFilter } from './column-pagination-filter.js';
import { BinaryComparator } from './comparators/binary-comparator.js';
import { FilterList } from './filter-list.js';
import { PageFilter } from './page-filter.js';
import { RowFilter } from './row-filter.js';
import { SingleColumnValueFilter } from './single-column-value-filter.js';
import { ValueFilter } from './value-filter.js';

describe('filters', () => {
  it('are Filters, unlike comparators', () => {
    expectTypeOf(new PageFilter(1)).toExtend<Filter>();
    expectTypeOf(new BinaryComparator('a')).toExtend<Comparator>();
    // @ts-expect-error the base cannot be made
    new Filter();
    // @ts-expect-error the base cannot be made
    new Comparator();
  });

  it('accept the name of an operator and a comparator', () => {
    expectTypeOf(new RowFilter('LESS', new BinaryComparator('a')).op).toEqualTypeOf<CompareOperator>();
    // @ts-expect-error not an operator's name
    new ValueFilter('=', new BinaryComparator('a'));
    // @ts-expect-error bytes are not a comparator here
    new ValueFilter('EQUAL', 'a');
    new SingleColumnValueFilter('f', null, 'EQUAL', 'a');
    new SingleColumnValueFilter('f', 'q', 'EQUAL', new BinaryComparator('a'));
    // @ts-expect-error a value is text, bytes or a comparator
    new SingleColumnValueFilter('f', 'q', 'EQUAL', 5);
  });

  it('are fluent and keep their type', () => {
    const filter = new SingleColumnValueFilter('f', 'q', 'EQUAL', 'a');
    expectTypeOf(filter.setFilterIfMissing(true).setLatestVersionOnly(false)).toEqualTypeOf<SingleColumnValueFilter>();
    expectTypeOf(new FilterList().addFilter(filter).setReversed(true)).toEqualTypeOf<FilterList>();
  });

  it('accept a number or bytes as the offset', () => {
    new ColumnPaginationFilter(1, 2);
    new ColumnPaginationFilter(1, 'q');
    // @ts-expect-error neither
    new ColumnPaginationFilter(1, null);
    // @ts-expect-error not an operator
    new FilterList('AND', []);
  });
});
