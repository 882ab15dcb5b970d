import { equalBytes } from '../bytes/compare.js';
import { notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { toFamily, toQualifier } from './arguments.js';
import { type BytesLike, type ColumnLike, formatColumn, parseColumn, toReadable } from './bytes-like.js';
import { type FamilySelection, select } from './family-selection.js';
import type { Filter } from './filter.js';
import { isRecord, readRequest, toBoolean, type Unread } from './literal.js';
import { ALL_VERSIONS, type FamilyTimeRange, type QueryOptions } from './query-options.js';
import {
  ALL_TIME,
  readTimeRange,
  type TimeRange,
  type TimeRangeLike,
  timeRangeAt,
  timeRangeLiteral,
  toTimeRange,
} from './time-range.js';
import type { TimestampLike } from './timestamp.js';

/** The options that a Get and a Scan share, as a literal. */
export interface QueryLike {
  /** The columns to read, added in list order, as by `addFamily` and `addColumn`. Default: every family. @see R-3 */
  readonly columns?: readonly ColumnLike[];
  /** Maximum number of versions of a cell, or all that the family keeps. Default 1. @see */
  readonly versions?: number | 'all';
  /** Reads only versions with these timestamps. Default: all. */
  readonly timeRange?: TimeRangeLike;
  /** Reads only versions with this timestamp. Replaces `timeRange`. @see R-37 */
  readonly timestamp?: TimestampLike;
  /** Reads the state as of this time, inclusive. Replaces `timeRange`. @see R-38 */
  readonly asOf?: TimestampLike;
  /** Time ranges that replace `timeRange` in these families: by name, or as a list. @see R-11 */
  readonly familyTimeRange?:
    | { readonly [family: string]: TimeRangeLike }
    | readonly (readonly [family: BytesLike, min: TimestampLike, max: TimestampLike])[];
  /** Maximum number of cells per row and family; negative means all, 0 counts as 1. Default −1. @see R-70 */
  readonly maxResultsPerColumnFamily?: number;
  /** Number of cells to skip first, per row and family. Default 0. @see R-70 */
  readonly rowOffsetPerColumnFamily?: number;
  /** Decides in the engine what the read returns. Default: none. @see R-40 */
  readonly filter?: Filter | null;
  /**
   * Whether families that the filter does not need are read only for rows that the filter has found. Default true.
   *
   * @see R-86
   */
  readonly loadColumnFamiliesOnDemand?: boolean;
}

const QUERY_NAMES = [
  'columns',
  'versions',
  'timeRange',
  'timestamp',
  'asOf',
  'familyTimeRange',
  'filter',
  'kind',
] as const;
const MAX_COUNT = 2 ** 31 - 1;

/** The options that a Get and a Scan share: columns, versions, times and the filter. HBase: `Query`. */
export abstract class Query implements QueryOptions {
  /** In byte order of families; empty means every family of the table. @see R-2 */
  readonly families: readonly FamilySelection[] = [];
  /** Maximum number of versions of a cell. */
  readonly maxVersions: number = 1;
  /** Reads only versions with these timestamps. */
  readonly timeRange: TimeRange = ALL_TIME;
  /** Replaces `timeRange` in these families. */
  readonly familyTimeRanges: readonly FamilyTimeRange[] = [];
  /** Maximum number of cells per row and family; negative means all, 0 counts as 1. */
  readonly maxResultsPerColumnFamily: number = -1;
  /** Number of cells to skip first, per row and family. */
  readonly rowOffsetPerColumnFamily: number = 0;
  /** Decides in the engine what the read returns. */
  readonly filter: Filter | null = null;
  readonly loadColumnFamiliesOnDemand: boolean = true;

  /**
   * Reads every column of `family`, and discards columns of it that were added earlier. An unknown family fails with
   * NO_SUCH_COLUMN_FAMILY when the request runs.
   *
   * @see
   */
  addFamily(family: BytesLike): this {
    select(this.families as FamilySelection[], toFamily(family), null);
    return this;
  }

  /**
   * Reads one column; null means the empty qualifier, which is a real column. After `addFamily` of the same family,
   * only the columns listed are read.
   *
   * @see R-3
   */
  addColumn(family: BytesLike, qualifier: BytesLike | null): this {
    select(this.families as FamilySelection[], toFamily(family), toQualifier(qualifier));
    return this;
  }

  /**
   * Sets the maximum number of versions of a cell, default 1, newest first; never more than the family keeps. Throws
   * INVALID_ARGUMENT below 1.
   *
   * @see
   */
  readVersions(versions: number): this {
    if (toCount(versions, 'versions') <= 0) throw invalidArgument('versions must be positive');
    return Object.assign(this, { maxVersions: versions });
  }

  /** Reads all versions that the families keep. @see R-6 */
  readAllVersions(): this {
    return this.readVersions(ALL_VERSIONS);
  }

  /**
   * Reads only versions from `min` up to, but not including, `max`. In an older range you may see one more version than
   * the family keeps, until a flush or compaction drops it. Throws INVALID_ARGUMENT for a negative bound and if `max`
   * is below `min`.
   *
   * @see R-31, N-54
   */
  setTimeRange(min: TimestampLike, max: TimestampLike): this {
    return Object.assign(this, { timeRange: toTimeRange(min, max) });
  }

  /**
   * Reads only versions with this timestamp. Throws INVALID_ARGUMENT for a negative one and for LATEST_TIMESTAMP.
   *
   * @see R-37, N-55
   */
  setTimestamp(timestamp: TimestampLike): this {
    return Object.assign(this, { timeRange: timeRangeAt(timestamp) });
  }

  /**
   * Reads the state as of `time`, inclusive, as far as the families keep it, so use `KEEP_HISTORY`. Without it,
   * overwritten versions are removed, and cells that were deleted later are hidden here too.
   *
   * @see
   */
  asOf(time: TimestampLike): this {
    return this.setTimeRange(0, timeRangeAt(time).max);
  }

  /** Replaces the time range in one family, and a range that was set for the family earlier. @see R-11 */
  setColumnFamilyTimeRange(family: BytesLike, min: TimestampLike, max: TimestampLike): this {
    const range = { family: toFamily(family), timeRange: toTimeRange(min, max) };
    const others = this.familyTimeRanges.filter((other) => !equalBytes(other.family, range.family));
    return Object.assign(this, { familyTimeRanges: [...others, range] });
  }

  /** Sets the maximum number of cells per row and family; negative means all, 0 counts as 1. @see R-70 */
  setMaxResultsPerColumnFamily(limit: number): this {
    return this.set('maxResultsPerColumnFamily', limit);
  }

  /** Sets the number of cells to skip first, per row and family. @see R-70 */
  setRowOffsetPerColumnFamily(offset: number): this {
    return this.set('rowOffsetPerColumnFamily', offset);
  }

  /**
   * Sets the filter, which decides in the engine what the read returns: first for each cell of the result, then for
   * each row; null means no filter. The filter sees as many versions as the family keeps. Of those it accepts, the read
   * returns as many as you requested.
   *
   * @see
   */
  setFilter(filter: Filter | null): this {
    return Object.assign(this, { filter: filter && toFilter(filter) });
  }

  /**
   * Whether families that the filter does not need to find rows are read only for the rows that it found. This also
   * changes the answer: a row that has cells only in such families is not found. Reversed scans ignore this option.
   *
   * @see
   */
  setLoadColumnFamiliesOnDemand(onDemand: boolean): this {
    return this.set('loadColumnFamiliesOnDemand', onDemand);
  }

  /** @deprecated HBase's older name for `readVersions` and, without a number, for `readAllVersions`. */
  setMaxVersions(versions: number = ALL_VERSIONS): this {
    return this.readVersions(versions);
  }

  /** @deprecated HBase's older name for `setTimestamp`. */
  setTimeStamp(timestamp: TimestampLike): this {
    return this.setTimestamp(timestamp);
  }

  /** Sets a number or a boolean. Throws INVALID_ARGUMENT. */
  protected set(name: keyof this & string, value: unknown): this {
    return Object.assign(this, { [name]: (typeof this[name] === 'number' ? toCount : toBoolean)(value, name) });
  }

  /**
   * The literal in the argument of a constructor, or null if the argument is a row. Applies the options that all
   * queries share, and all numbers and booleans; `names` are the other properties that the literal may have. Throws
   * INVALID_ARGUMENT.
   */
  protected readLiteral<T extends QueryLike & { readonly kind?: unknown }>(
    argument: unknown,
    kind: string,
    ...names: (keyof T & string)[]
  ): Unread<T> | null {
    if (!isRecord(argument)) return null;
    const plain = this.plainOptions();
    const literal = readRequest<T>(argument, kind, [...names, ...QUERY_NAMES, ...(plain as never[])]) as T;
    const { columns, versions, timeRange, timestamp, asOf, familyTimeRange, filter } = literal;
    this.readColumns(columns);
    if (typeof versions === 'string' && versions !== 'all') throw notAllowed('versions', "a number or 'all'", versions);
    if (versions !== undefined) this.readVersions(versions === 'all' ? ALL_VERSIONS : versions);
    if ([timeRange, timestamp, asOf].filter((one) => one !== undefined).length > 1) {
      throw invalidArgument('timeRange, timestamp and asOf are mutually exclusive; pass only one of them');
    }
    if (timeRange !== undefined) Object.assign(this, { timeRange: readTimeRange(timeRange) });
    if (timestamp !== undefined) this.setTimestamp(timestamp);
    if (asOf !== undefined) this.asOf(asOf);
    for (const [family, range] of toFamilyRanges(familyTimeRange)) {
      const { min, max } = readTimeRange(range);
      this.setColumnFamilyTimeRange(family, min, max);
    }
    if (filter !== undefined) this.setFilter(filter);
    for (const name of plain) {
      const value = literal[name as never];
      if (value !== undefined) this.set(name, value);
    }
    return literal;
  }

  /** The literal of the options that differ from the defaults in `fresh`. */
  protected optionsLiteral(fresh: this): QueryLike {
    const { families, maxVersions, timeRange, familyTimeRanges, filter } = this;
    const columns = families.flatMap(({ family, qualifiers }) =>
      (qualifiers ?? [null]).map((qualifier) => formatColumn(family, qualifier)),
    );
    const ranges = familyTimeRanges.map(
      ({ family, timeRange: { min, max } }) => [toReadable(family), min, max] as const,
    );
    const plain = fresh.plainOptions().filter((name) => this[name] !== fresh[name]);
    return {
      ...(columns.length > 0 && { columns }),
      ...(maxVersions > 1 && { versions: maxVersions === ALL_VERSIONS ? 'all' : maxVersions }),
      ...timeRangeLiteral(timeRange),
      ...(ranges.length > 0 && { familyTimeRange: ranges }),
      ...(filter && { filter }),
      ...Object.fromEntries(plain.map((name) => [name, this[name]])),
    };
  }

  /** The options that are numbers or booleans and have the same name in the literal. */
  private plainOptions(): (keyof this & string)[] {
    const names = Object.keys(this) as (keyof this & string)[];
    return names.filter((name) => name !== 'maxVersions' && /^(number|boolean)$/.test(typeof this[name]));
  }

  private readColumns(columns: unknown): void {
    if (columns === undefined) return;
    if (!Array.isArray(columns)) {
      throw notAllowed('columns', "a list of 'family' or 'family:qualifier'", columns);
    }
    for (const column of columns) {
      const { family, qualifier } = parseColumn(column);
      if (qualifier === null) this.addFamily(family);
      else this.addColumn(family, qualifier);
    }
  }
}

/** Reads a filter of this or of another copy of the package. Throws INVALID_ARGUMENT. */
export function toFilter(filter: Filter): Filter {
  if (isRecord(filter) && typeof (filter as Partial<Filter>).toByteArray === 'function') return filter;
  throw notAllowed('filter', 'an object of one of the filter classes or from parseFilter', filter);
}

function toFamilyRanges(ranges: unknown = []): (readonly [family: BytesLike, range: unknown])[] {
  if (isRecord(ranges)) return Object.entries(ranges);
  const list: unknown[] = Array.isArray(ranges) ? ranges : [ranges];
  return list.map((range) => {
    if (Array.isArray(range)) return [range[0], range.slice(1)];
    throw notAllowed('familyTimeRange', '{ family: [min, max] } or a list of [family, min, max]', ranges);
  });
}

function toCount(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_COUNT) return value;
  throw notAllowed(what, `an integer up to ${MAX_COUNT}`, value);
}
