/*
 * The oracle's own filter for a filter of a history, and the errors with which HBase refuses to build one. It does not
 * use the reader of the vectors, because that one builds the classes that the oracle judges.
 */
import type { FilterObject } from '../vectors/filters/filter-object.js';
import {
  ColumnCount,
  ColumnPages,
  ColumnPrefixes,
  ColumnRange,
  ColumnValue,
  DependentColumn,
  FirstKeyOnly,
  KeyOnly,
  PartComparing,
  SingleColumnValue,
  SingleColumnValueExcluded,
  Timestamps,
} from './cell-filters.js';
import { checkComparator, holds } from './comparison.js';
import type { OracleFilter } from './filter.js';
import { AndFilter, OrFilter, SkippingFilter, WhileMatchingFilter } from './filter-list.js';
import { refuse } from './refusal.js';
import { FuzzyRows, Page, RowPrefix, RowRanges, RowTest, StopRow } from './row-filters.js';

/** Throws for a text of the filter language, which the oracle cannot read. */
export function makeFilter(filter: FilterObject | string): OracleFilter {
  if (typeof filter === 'string') throw new Error(`the oracle knows filters as objects only, not ${filter}`);
  if ('comparator' in filter && filter.comparator !== undefined) checkComparator(filter.comparator);
  switch (filter.type) {
    case 'FilterList': {
      const members = filter.filters.map(makeFilter);
      return filter.operator === 'MUST_PASS_ALL' ? new AndFilter(members) : new OrFilter(members);
    }
    case 'SkipFilter':
      return new SkippingFilter(makeFilter(filter.filter));
    case 'WhileMatchFilter':
      return new WhileMatchingFilter(makeFilter(filter.filter));
    case 'RowFilter':
      return new RowTest((row) => holds(filter, row));
    case 'FamilyFilter':
    case 'QualifierFilter':
    case 'ValueFilter':
      return new PartComparing(PARTS[filter.type], filter);
    case 'SingleColumnValueFilter':
      return new SingleColumnValue(filter);
    case 'SingleColumnValueExcludeFilter':
      return new SingleColumnValueExcluded(filter);
    case 'ColumnValueFilter':
      return new ColumnValue(filter);
    case 'DependentColumnFilter':
      return dependentOf(filter);
    case 'PrefixFilter':
      return new RowPrefix(filter.prefix);
    case 'InclusiveStopFilter':
      return new StopRow(filter.row);
    case 'MultiRowRangeFilter':
      return rangesOf(filter.ranges);
    case 'FuzzyRowFilter':
      return fuzzyOf(filter.fuzzy);
    case 'PageFilter':
      return new Page(notNegative(filter.size));
    case 'RandomRowFilter':
      // With the chance 0 no row passes, with 1 every row.
      return new RowTest(() => filter.chance >= 1, true);
    case 'FirstKeyOnlyFilter':
      return new FirstKeyOnly();
    case 'FirstKeyValueMatchingQualifiersFilter':
      return new FirstKeyOnly(({ qualifier }) => filter.qualifiers.includes(qualifier));
    case 'KeyOnlyFilter':
      return new KeyOnly(filter.lenAsValue);
    case 'ColumnPrefixFilter':
      return new ColumnPrefixes(filter.prefix === null ? [] : [filter.prefix]);
    case 'MultipleColumnPrefixFilter':
      return new ColumnPrefixes(distinctPrefixes(filter.prefixes));
    case 'ColumnRangeFilter':
      return new ColumnRange(filter.min, filter.minInclusive, filter.max, filter.maxInclusive);
    case 'ColumnCountGetFilter':
      return new ColumnCount(notNegative(filter.limit));
    case 'ColumnPaginationFilter':
      return new ColumnPages(notNegative(filter.limit), filter.columnOffset ?? notNegative(filter.offset ?? 0));
    case 'TimestampsFilter':
      return new Timestamps(filter.timestamps.map(notNegative), filter.canHint);
  }
}

const PARTS = { FamilyFilter: 'family', QualifierFilter: 'qualifier', ValueFilter: 'value' } as const;

function dependentOf(filter: Extract<FilterObject, { type: 'DependentColumnFilter' }>): DependentColumn {
  const { op, comparator } = filter;
  const test = op === undefined || comparator === undefined ? null : { op, comparator };
  return new DependentColumn(filter, filter.dropDependentColumn, test);
}

function distinctPrefixes(prefixes: readonly string[]): readonly string[] {
  const isDistinct = new Set(prefixes).size === prefixes.length;
  return isDistinct ? prefixes : refuse('IllegalArgumentException', 'prefixes must be distinct');
}

function notNegative(count: number): number {
  return count >= 0 ? count : refuse('IllegalArgumentException', `${count} is negative`);
}

function rangesOf(ranges: Extract<FilterObject, { type: 'MultiRowRangeFilter' }>['ranges']): RowRanges {
  if (ranges.length === 0) refuse('IllegalArgumentException', 'No ranges found.');
  const isInvalid = ([start, , stop, stopInclusive]: (typeof ranges)[number]): boolean =>
    start !== '' && stop !== '' && (start > stop || (start === stop && !stopInclusive));
  if (ranges.some(isInvalid)) refuse('IllegalArgumentException', 'invalid ranges');
  return new RowRanges(
    ranges.map(([start, startInclusive, stop, stopInclusive]) => ({ start, startInclusive, stop, stopInclusive })),
  );
}

function fuzzyOf(pairs: Extract<FilterObject, { type: 'FuzzyRowFilter' }>['fuzzy']): FuzzyRows {
  if (pairs.length === 0) refuse('IllegalArgumentException', 'no fuzzy pairs');
  if (pairs.some(([key, mask]) => key.length !== mask.length))
    refuse('IllegalArgumentException', 'Fuzzy pair lengths do not match');
  return new FuzzyRows(pairs);
}
