import {
  BigDecimalComparator,
  BinaryComparator,
  BinaryComponentComparator,
  BinaryPrefixComparator,
  BitComparator,
  ColumnCountGetFilter,
  ColumnPaginationFilter,
  ColumnPrefixFilter,
  ColumnRangeFilter,
  ColumnValueFilter,
  type Comparator,
  DependentColumnFilter,
  FamilyFilter,
  type Filter,
  FilterList,
  FirstKeyOnlyFilter,
  FirstKeyValueMatchingQualifiersFilter,
  FuzzyRowFilter,
  InclusiveStopFilter,
  KeyOnlyFilter,
  LongComparator,
  MultipleColumnPrefixFilter,
  MultiRowRangeFilter,
  NullComparator,
  PageFilter,
  PrefixFilter,
  parseFilter,
  QualifierFilter,
  RandomRowFilter,
  RegexStringComparator,
  RowFilter,
  SingleColumnValueExcludeFilter,
  SingleColumnValueFilter,
  SkipFilter,
  SubstringComparator,
  TimestampsFilter,
  ValueFilter,
  WhileMatchFilter,
} from '../../index.js';
import type { ComparatorObject, FilterObject } from './history.js';
import { fromPrintable } from './printable-bytes.js';

const CASE_INSENSITIVE = 2;
const DOTALL = 32;

/** The filter of a history, built by the calls that a user would make. */
export function filterOf(filter: FilterObject | string): Filter {
  if (typeof filter === 'string') return parseFilter(filter);
  switch (filter.type) {
    case 'FilterList':
      return new FilterList(filter.operator, filter.filters.map(filterOf));
    case 'SkipFilter':
      return new SkipFilter(filterOf(filter.filter));
    case 'WhileMatchFilter':
      return new WhileMatchFilter(filterOf(filter.filter));
    case 'RowFilter':
      return new RowFilter(filter.op, comparatorOf(filter.comparator));
    case 'FamilyFilter':
      return new FamilyFilter(filter.op, comparatorOf(filter.comparator));
    case 'QualifierFilter':
      return new QualifierFilter(filter.op, comparatorOf(filter.comparator));
    case 'ValueFilter':
      return new ValueFilter(filter.op, comparatorOf(filter.comparator));
    case 'SingleColumnValueFilter':
    case 'SingleColumnValueExcludeFilter': {
      const Kind = filter.type === 'SingleColumnValueFilter' ? SingleColumnValueFilter : SingleColumnValueExcludeFilter;
      const [family, qualifier] = [fromPrintable(filter.family), fromPrintable(filter.qualifier)];
      return new Kind(family, qualifier, filter.op, comparatorOf(filter.comparator))
        .setFilterIfMissing(filter.filterIfMissing)
        .setLatestVersionOnly(filter.latestVersionOnly);
    }
    case 'ColumnValueFilter': {
      const [family, qualifier] = [fromPrintable(filter.family), fromPrintable(filter.qualifier)];
      return new ColumnValueFilter(family, qualifier, filter.op, comparatorOf(filter.comparator));
    }
    case 'DependentColumnFilter': {
      const { family, qualifier, dropDependentColumn, op, comparator } = filter;
      const column = [fromPrintable(family), fromPrintable(qualifier), dropDependentColumn] as const;
      if (op === undefined || comparator === undefined) return new DependentColumnFilter(...column);
      return new DependentColumnFilter(...column, op, comparatorOf(comparator));
    }
    case 'PrefixFilter':
      return new PrefixFilter(bytesOf(filter.prefix));
    case 'InclusiveStopFilter':
      return new InclusiveStopFilter(fromPrintable(filter.row));
    case 'MultiRowRangeFilter':
      return new MultiRowRangeFilter(
        filter.ranges.map(([start, startRowInclusive, stop, stopRowInclusive]) => {
          return { startRow: fromPrintable(start), startRowInclusive, stopRow: fromPrintable(stop), stopRowInclusive };
        }),
      );
    case 'FuzzyRowFilter':
      return new FuzzyRowFilter(filter.fuzzy.map(([key, mask]) => [fromPrintable(key), fromPrintable(mask)]));
    case 'PageFilter':
      return new PageFilter(filter.size);
    case 'RandomRowFilter':
      return new RandomRowFilter(filter.chance);
    case 'FirstKeyOnlyFilter':
      return new FirstKeyOnlyFilter();
    case 'FirstKeyValueMatchingQualifiersFilter':
      return new FirstKeyValueMatchingQualifiersFilter(filter.qualifiers.map(fromPrintable));
    case 'KeyOnlyFilter':
      return new KeyOnlyFilter(filter.lenAsValue);
    case 'ColumnPrefixFilter':
      return new ColumnPrefixFilter(bytesOf(filter.prefix));
    case 'MultipleColumnPrefixFilter':
      return new MultipleColumnPrefixFilter(filter.prefixes.map(fromPrintable));
    case 'ColumnRangeFilter': {
      const { min, minInclusive, max, maxInclusive } = filter;
      return new ColumnRangeFilter(bytesOf(min), minInclusive, bytesOf(max), maxInclusive);
    }
    case 'ColumnCountGetFilter':
      return new ColumnCountGetFilter(filter.limit);
    case 'ColumnPaginationFilter': {
      const { limit, offset, columnOffset } = filter;
      return new ColumnPaginationFilter(
        limit,
        columnOffset === undefined ? (offset ?? 0) : fromPrintable(columnOffset),
      );
    }
    case 'TimestampsFilter':
      return new TimestampsFilter(filter.timestamps, filter.canHint);
  }
}

function comparatorOf(comparator: ComparatorObject): Comparator {
  switch (comparator[0]) {
    case 'binary':
      return new BinaryComparator(fromPrintable(comparator[1]));
    case 'binaryprefix':
      return new BinaryPrefixComparator(fromPrintable(comparator[1]));
    case 'binarycomponent':
      return new BinaryComponentComparator(fromPrintable(comparator[1]), comparator[2]);
    case 'bit':
      return new BitComparator(fromPrintable(comparator[1]), comparator[2]);
    case 'null':
      return new NullComparator();
    case 'substring':
      return new SubstringComparator(comparator[1]);
    case 'regexstring':
      return new RegexStringComparator(comparator[1]);
    case 'regexstringnocase':
      return new RegexStringComparator(comparator[1], CASE_INSENSITIVE | DOTALL);
    case 'long':
      return new LongComparator(BigInt(comparator[1]));
    case 'bigdecimal':
      return new BigDecimalComparator(comparator[1]);
  }
}

function bytesOf(printable: string | null): Uint8Array | null {
  return printable === null ? null : fromPrintable(printable);
}
