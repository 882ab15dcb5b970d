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

/** What a Get and a Scan may both ask for, as a literal. */
export interface QueryLike {
  /** Added in list order, as by `addFamily` and `addColumn`. Default: every family. @see R-3 */
  readonly columns?: readonly ColumnLike[];
  /** Versions of a cell at most, or all that the family keeps. Default 1. @see */
  readonly versions?: number | 'all';
  /** Only versions of these timestamps. Default: all. */
  readonly timeRange?: TimeRangeLike;
  /** Only versions of this timestamp. Takes the place of `timeRange`. @see R-37 */
  readonly timestamp?: TimestampLike;
  /** The state at, and including, this time. Takes the place of `timeRange`. @see R-38 */
  readonly asOf?: TimestampLike;
  /** Time ranges that take the place of `timeRange` in these families: by name, or as a list. @see R-11 */
  readonly familyTimeRange?:
    | { readonly [family: string]: TimeRangeLike }
    | readonly (readonly [family: BytesLike, min: TimestampLike, max: TimestampLike])[];
  /** Cells per row and family at most; negative = all, 0 counts as 1. Default −1. @see R-70 */
  readonly maxResultsPerColumnFamily?: number;
  /** Cells per row and family that are passed over first. Default 0. @see R-70 */
  readonly rowOffsetPerColumnFamily?: number;
  /** Judges in the engine what comes back. Default: none. @see R-40 */
  readonly filter?: Filter | null;
  /**
   * Whether families that the filter does not need are read only for rows that it has found. Default true.
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

/**
 * What a Get and a Scan have in common: the columns, versions and times they ask for, and the filter. HBase: `Query`.
 */
export abstract class Query implements QueryOptions {
  /** In byte order of families; empty = every family of the table. @see R-2 */
  readonly families: readonly FamilySelection[] = [];
  /** Versions of a cell at most. */
  readonly maxVersions: number = 1;
  /** Only versions of these timestamps. */
  readonly timeRange: TimeRange = ALL_TIME;
  /** Takes the place of `timeRange` in these families. */
  readonly familyTimeRanges: readonly FamilyTimeRange[] = [];
  /** Cells per row and family at most; negative = all, 0 counts as 1. */
  readonly maxResultsPerColumnFamily: number = -1;
  /** Cells per row and family that are passed over first. */
  readonly rowOffsetPerColumnFamily: number = 0;
  /** Judges in the engine what comes back. */
  readonly filter: Filter | null = null;
  readonly loadColumnFamiliesOnDemand: boolean = true;

  /**
   * Asks for every column of `family` and discards columns of it that were added earlier.
   * An unknown family is NO_SUCH_COLUMN_FAMILY when the request runs.
   *
   * @see
   */
  addFamily(family: BytesLike): this {
    select(this.families as FamilySelection[], toFamily(family), null);
    return this;
  }

  /**
   * Asks for one column; null is the empty qualifier, a real column. After `addFamily` of the same family it narrows
   * the request to the columns listed.
   *
   * @see R-3
   */
  addColumn(family: BytesLike, qualifier: BytesLike | null): this {
    select(this.families as FamilySelection[], toFamily(family), toQualifier(qualifier));
    return this;
  }

  /**
   * Versions of a cell at most, default 1, newest first; a family keeps its own number at most. Below 1:
   * INVALID_ARGUMENT.
   *
   * @see
   */
  readVersions(versions: number): this {
    if (toCount(versions, 'versions') <= 0) throw invalidArgument('versions must be positive');
    return Object.assign(this, { maxVersions: versions });
  }

  /** All versions that the families keep. @see R-6 */
  readAllVersions(): this {
    return this.readVersions(ALL_VERSIONS);
  }

  /**
   * Only versions from `min` up to, and without, `max`; one more than the family keeps may be seen in an older range
   * until a flush or compaction drops it. INVALID_ARGUMENT for a negative bound and for `max` below `min`.
   *
   * @see R-31, N-54
   */
  setTimeRange(min: TimestampLike, max: TimestampLike): this {
    return Object.assign(this, { timeRange: toTimeRange(min, max) });
  }

  /** Only versions of this timestamp. INVALID_ARGUMENT for a negative one and for LATEST_TIMESTAMP. @see R-37, N-55 */
  setTimestamp(timestamp: TimestampLike): this {
    return Object.assign(this, { timeRange: timeRangeAt(timestamp) });
  }

  /**
   * The state at, and including, `time`: as far as the families keep it, so give them `KEEP_HISTORY`. Without it, what
   * was overwritten goes, and what was deleted later is hidden here too.
   *
   * @see
   */
  asOf(time: TimestampLike): this {
    return this.setTimeRange(0, timeRangeAt(time).max);
  }

  /** Takes the place of the time range in one family, and of one that was set for it earlier. @see R-11 */
  setColumnFamilyTimeRange(family: BytesLike, min: TimestampLike, max: TimestampLike): this {
    const range = { family: toFamily(family), timeRange: toTimeRange(min, max) };
    const others = this.familyTimeRanges.filter((other) => !equalBytes(other.family, range.family));
    return Object.assign(this, { familyTimeRanges: [...others, range] });
  }

  /** Cells per row and family at most; negative = all, 0 counts as 1. @see R-70 */
  setMaxResultsPerColumnFamily(limit: number): this {
    return this.set('maxResultsPerColumnFamily', limit);
  }

  /** Cells per row and family that are passed over first. @see R-70 */
  setRowOffsetPerColumnFamily(offset: number): this {
    return this.set('rowOffsetPerColumnFamily', offset);
  }

  /**
   * Judges in the engine what comes back: each cell that would be part of it, then each row; null = nothing is judged.
   * It sees as many versions as the family keeps, and the read gives as many of those it lets pass as were asked for.
   *
   * @see
   */
  setFilter(filter: Filter | null): this {
    return Object.assign(this, { filter: filter && toFilter(filter) });
  }

  /**
   * Whether families that the filter does not need to find rows are read only for the rows it found. It decides about
   * the answer too: a row with cells in such families alone is not found then. Reversed scans do not look at it.
   *
   * @see
   */
  setLoadColumnFamiliesOnDemand(onDemand: boolean): this {
    return this.set('loadColumnFamiliesOnDemand', onDemand);
  }

  /** @deprecated HBase's older name of `readVersions`, and without a number of `readAllVersions`. */
  setMaxVersions(versions: number = ALL_VERSIONS): this {
    return this.readVersions(versions);
  }

  /** @deprecated HBase's older name of `setTimestamp`. */
  setTimeStamp(timestamp: TimestampLike): this {
    return this.setTimestamp(timestamp);
  }

  /** Sets a number or a true or false. Throws INVALID_ARGUMENT. */
  protected set(name: keyof this & string, value: unknown): this {
    return Object.assign(this, { [name]: (typeof this[name] === 'number' ? toCount : toBoolean)(value, name) });
  }

  /**
   * The literal behind the argument of a constructor, or null when that is a row. What it has in common with other
   * queries, and all numbers and booleans, is taken over; `names` are the others that it may have. Throws
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
      throw invalidArgument('timeRange, timestamp and asOf are mutually exclusive; pass only one of them; pass only one of them');
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

  /** The literal of what is asked for besides the defaults, which `fresh` has. */
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

  /** The options that are a number or a boolean and have the same name in the literal. */
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

/** A filter of this or of another copy of the package. Throws INVALID_ARGUMENT. */
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
