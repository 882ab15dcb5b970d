import {
  BinaryComparator,
  BinaryPrefixComparator,
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
  InclusiveStopFilter,
  KeyOnlyFilter,
  LATEST_TIMESTAMP,
  MultipleColumnPrefixFilter,
  PageFilter,
  PrefixFilter,
  QualifierFilter,
  type RegexStringComparator,
  RowFilter,
  SingleColumnValueExcludeFilter,
  SingleColumnValueFilter,
  SkipFilter,
  SubstringComparator,
  TimestampsFilter,
  ValueFilter,
  WhileMatchFilter,
} from '../../../index.js';
import { CASE_INSENSITIVE } from '../../../regex/parse-regex.js';
import { toPrintable } from '../printable-bytes.js';

/** A filter of the filter language as the object that FORMAT.md describes. */
export function filterObject(filter: Filter): unknown {
  const [type] = Object.entries(TYPES).find(([, known]) => filter.constructor === known) ?? [];
  if (type === undefined) throw new Error('no text means such a filter');
  return { type, ...fieldsOf(filter) };
}

const TYPES: Readonly<Record<string, unknown>> = {
  ColumnCountGetFilter,
  ColumnPaginationFilter,
  ColumnPrefixFilter,
  ColumnRangeFilter,
  ColumnValueFilter,
  DependentColumnFilter,
  FamilyFilter,
  FilterList,
  FirstKeyOnlyFilter,
  InclusiveStopFilter,
  KeyOnlyFilter,
  MultipleColumnPrefixFilter,
  PageFilter,
  PrefixFilter,
  QualifierFilter,
  RowFilter,
  SingleColumnValueExcludeFilter,
  SingleColumnValueFilter,
  SkipFilter,
  TimestampsFilter,
  ValueFilter,
  WhileMatchFilter,
};

function fieldsOf(filter: Filter): object {
  if (filter instanceof FilterList) return { operator: filter.operator, filters: filter.filters.map(filterObject) };
  if (filter instanceof SkipFilter || filter instanceof WhileMatchFilter)
    return { filter: filterObject(filter.filter) };
  if (filter instanceof ColumnCountGetFilter) return { limit: filter.limit };
  if (filter instanceof ColumnPaginationFilter) return { limit: filter.limit, offset: filter.offset };
  if (filter instanceof PageFilter) return { size: filter.pageSize };
  if (filter instanceof KeyOnlyFilter) return { lenAsValue: filter.lenAsVal };
  if (filter instanceof InclusiveStopFilter) return { row: toPrintable(filter.stopRow) };
  if (filter instanceof PrefixFilter || filter instanceof ColumnPrefixFilter) return { prefix: bytes(filter.prefix) };
  // Sets are recorded in their order.
  if (filter instanceof MultipleColumnPrefixFilter) return { prefixes: filter.prefixes.map(bytes).sort() };
  if (filter instanceof TimestampsFilter) {
    const timestamps = [...filter.timestamps].sort((a, b) => a - b);
    return { timestamps: timestamps.map((at) => (at === LATEST_TIMESTAMP ? 'LATEST' : at)), canHint: filter.canHint };
  }
  if (filter instanceof ColumnRangeFilter) {
    const { minColumn, minColumnInclusive: minInclusive, maxColumn, maxColumnInclusive: maxInclusive } = filter;
    return { min: bytes(minColumn), minInclusive, max: bytes(maxColumn), maxInclusive };
  }
  return { ...columnOf(filter), ...comparisonOf(filter) };
}

function columnOf(filter: Filter): object {
  const column = (of: { readonly family: Uint8Array; readonly qualifier: Uint8Array }) => {
    return { family: toPrintable(of.family), qualifier: toPrintable(of.qualifier) };
  };
  if (filter instanceof SingleColumnValueFilter) {
    const { filterIfMissing, latestVersionOnly } = filter;
    return { ...column(filter), filterIfMissing, latestVersionOnly };
  }
  if (filter instanceof DependentColumnFilter) {
    return { ...column(filter), dropDependentColumn: filter.dropDependentColumn };
  }
  return filter instanceof ColumnValueFilter ? column(filter) : {};
}

function comparisonOf(filter: Filter): object {
  if (!('op' in filter) || !('comparator' in filter) || filter.comparator === null) return {};
  return { op: filter.op, comparator: comparatorObject(filter.comparator as Comparator) };
}

function comparatorObject(comparator: Comparator): unknown {
  if (comparator instanceof BinaryComparator) return ['binary', toPrintable(comparator.value)];
  if (comparator instanceof BinaryPrefixComparator) return ['binaryprefix', toPrintable(comparator.value)];
  if (comparator instanceof SubstringComparator) return ['substring', comparator.text];
  const { expr, flags } = comparator as RegexStringComparator;
  return [(flags & CASE_INSENSITIVE) === 0 ? 'regexstring' : 'regexstringnocase', expr];
}

function bytes(value: Uint8Array | null): string | null {
  return value === null ? null : toPrintable(value);
}
