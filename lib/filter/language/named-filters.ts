import { invalidArgument } from '../../errors.js';
import type { Filter } from '../../model/filter.js';
import { LATEST_TIMESTAMP } from '../../model/timestamp.js';
import { ColumnCountGetFilter } from '../column-count-get-filter.js';
import { ColumnPaginationFilter } from '../column-pagination-filter.js';
import { ColumnPrefixFilter } from '../column-prefix-filter.js';
import { ColumnRangeFilter } from '../column-range-filter.js';
import { ColumnValueFilter } from '../column-value-filter.js';
import { DependentColumnFilter } from '../dependent-column-filter.js';
import { FamilyFilter } from '../family-filter.js';
import { FirstKeyOnlyFilter } from '../first-key-only-filter.js';
import { InclusiveStopFilter } from '../inclusive-stop-filter.js';
import { KeyOnlyFilter } from '../key-only-filter.js';
import { MultipleColumnPrefixFilter } from '../multiple-column-prefix-filter.js';
import { PageFilter } from '../page-filter.js';
import { PrefixFilter } from '../prefix-filter.js';
import { QualifierFilter } from '../qualifier-filter.js';
import { RowFilter } from '../row-filter.js';
import { SingleColumnValueExcludeFilter } from '../single-column-value-exclude-filter.js';
import { SingleColumnValueFilter } from '../single-column-value-filter.js';
import { TimestampsFilter } from '../timestamps-filter.js';
import { ValueFilter } from '../value-filter.js';
import type { ArgumentReader } from './argument-reader.js';

const MAX_LONG = 2n ** 63n - 1n;

/** The filters of the language by name, and how each is created from its arguments. */
export const NAMED_FILTERS: Readonly<Record<string, (of: ArgumentReader) => Filter>> = {
  KeyOnlyFilter: (of) => (of.count(0, 1).left === 0 ? new KeyOnlyFilter() : new KeyOnlyFilter(of.boolean())),
  FirstKeyOnlyFilter: (of) => {
    of.count(0);
    return new FirstKeyOnlyFilter();
  },
  PrefixFilter: (of) => new PrefixFilter(of.count(1).string()),
  ColumnPrefixFilter: (of) => new ColumnPrefixFilter(of.count(1).string()),
  InclusiveStopFilter: (of) => new InclusiveStopFilter(of.count(1).string()),
  MultipleColumnPrefixFilter: (of) => new MultipleColumnPrefixFilter(all(of, () => of.string())),
  ColumnCountGetFilter: (of) => new ColumnCountGetFilter(of.count(1).int()),
  PageFilter: (of) => new PageFilter(toSize(of.count(1).long())),
  ColumnPaginationFilter: (of) => new ColumnPaginationFilter(of.count(2).int(), of.int()),
  TimestampsFilter: (of) => new TimestampsFilter(all(of, () => toTimestamp(of.long()))),
  RowFilter: (of) => new RowFilter(...of.count(2).comparison()),
  FamilyFilter: (of) => new FamilyFilter(...of.count(2).comparison()),
  QualifierFilter: (of) => new QualifierFilter(...of.count(2).comparison()),
  ValueFilter: (of) => new ValueFilter(...of.count(2).comparison()),
  ColumnRangeFilter: (of) => {
    of.count(4);
    return new ColumnRangeFilter(unlessEmpty(of.string()), of.boolean(), unlessEmpty(of.string()), of.boolean());
  },
  SingleColumnValueFilter: (of) => withOptions(of, new SingleColumnValueFilter(...columnComparison(of.count(4, 6)))),
  SingleColumnValueExcludeFilter: (of) =>
    withOptions(of, new SingleColumnValueExcludeFilter(...columnComparison(of.count(4, 6)))),
  ColumnValueFilter: (of) => new ColumnValueFilter(...columnComparison(of.count(4))),
  DependentColumnFilter: (of) => {
    of.count(2, 3, 5);
    const [family, qualifier] = [of.string(), of.string()];
    const drop = of.left > 0 && of.boolean();
    if (of.left === 0) return new DependentColumnFilter(family, qualifier, drop);
    return new DependentColumnFilter(family, qualifier, drop, of.operator(), of.comparator());
  },
};

/** Calls `read` until no argument is left. */
function all<T>(of: ArgumentReader, read: () => T): T[] {
  const found: T[] = [];
  while (of.left > 0) found.push(read());
  return found;
}

function columnComparison(of: ArgumentReader) {
  return [of.string(), of.string(), ...of.comparison()] as const;
}

function withOptions<T extends SingleColumnValueFilter>(of: ArgumentReader, filter: T): T {
  if (of.left > 0) filter.setFilterIfMissing(of.boolean()).setLatestVersionOnly(of.boolean());
  return filter;
}

/** An empty bound is open. */
function unlessEmpty(bound: Uint8Array): Uint8Array | null {
  return bound.length === 0 ? null : bound;
}

/** Larger sizes mean the same as the largest safe integer, because no table has that many rows. */
function toSize(size: bigint): number {
  return Number(size > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : size);
}

/** 2^63−1 is HBase's LATEST_TIMESTAMP; numbers between the largest timestamp here and that one are refused. */
function toTimestamp(timestamp: bigint): number {
  if (timestamp === MAX_LONG) return LATEST_TIMESTAMP;
  if (timestamp > LATEST_TIMESTAMP)
    throw invalidArgument(`a timestamp is at most ${LATEST_TIMESTAMP}; got ${timestamp}`);
  return Number(timestamp);
}
