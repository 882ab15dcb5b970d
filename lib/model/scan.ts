import { compareBytes } from '../bytes/compare.js';
import { notAllowed } from '../bytes/kind.js';
import { prefixStop } from '../bytes/successor.js';
import { invalidArgument } from '../errors.js';
import { toBound } from './arguments.js';
import { type BytesLike, toBytes, toReadable } from './bytes-like.js';
import { GIVEN_BOUNDS, requireGivenBounds } from './given-bounds.js';
import { incompatibleFilter } from './incompatible-filter.js';
import { type IndexQuery, indexLiteral, readIndexQuery } from './index-query.js';
import { oneOf, toBoolean } from './literal.js';
import { Query, type QueryLike } from './query.js';
import type { ScanOptions } from './query-options.js';
import { nameText } from './value-place.js';

/**
 * The isolation level of a scan. Both levels read the groups of writes that finished before the scan was opened, and
 * nothing later. @see R-90
 */
export type IsolationLevel = 'READ_COMMITTED' | 'READ_UNCOMMITTED';

/** A Scan as a literal. */
export interface ScanLike extends QueryLike {
  readonly kind?: 'Scan';
  /**
   * The row at which the scan starts. For a reversed scan it must be the larger bound, else INVALID_ARGUMENT. Default, and
   * for null: the first row (reversed: the last). A bound that is present but undefined is INVALID_ARGUMENT: `start`,
   * `stop`, `prefix`, `equals`, `from` and `to`.
   */
  readonly start?: BytesLike | null;
  /** Default true. */
  readonly startInclusive?: boolean;
  /** The row at which the scan ends. Default, and for null: the last row (reversed: the first). */
  readonly stop?: BytesLike | null;
  /** Default false. */
  readonly stopInclusive?: boolean;
  /**
   * Reads every row that begins with these bytes, in either direction. Replaces `start` and `stop`. With `index`, the
   * value of the column after those in `equals` begins with them, instead of the row; not together with `from` and `to`.
   */
  readonly prefix?: BytesLike;
  /**
   * Reads the rows in the order of this index of the table: by its values, rows with equal ones by their row keys. With
   * it, `start` and `stop` are not allowed, nor `asOf`, `timeRange` and the like, `raw`, `versions`, `batch`,
   * `allowPartialResults` and `needCursorResult`: a read with one of them, or by an unknown index, fails with
   * INVALID_ARGUMENT, and with INVALID_STATE while the index is being built. A filter judges each row by itself, as in a
   * forward scan; `PageFilter` and `WhileMatchFilter` end the scan in the order of the index.
   */
  readonly index?: string;
  /** Only with `index`: reads the rows with this value in its first column, or with a list, in its first columns. */
  readonly equals?: BytesLike | readonly BytesLike[];
  /**
   * Only with `index`: the smallest value of the column after those in `equals`, also if the scan is reversed; null for
   * no bound.
   */
  readonly from?: BytesLike | null;
  /** Only with `index`: the value of that column before which the scan ends; null for no bound. */
  readonly to?: BytesLike | null;
  /**
   * Reads the rows after this position, which is the `position` of a scanner of the same scan: `limit` and `columns` may
   * differ, and what only determines how rows are transferred and cut, such as `caching` and `batch`. A position of another
   * scan, or one that was changed or cut, is INVALID_ARGUMENT.
   */
  readonly after?: string;
  /** Maximum number of rows; 0 or less means all. Default −1. @see R-74 */
  readonly limit?: number;
  /** Returns rows from the largest to the smallest. Default false. @see R-84 */
  readonly reversed?: boolean;
  /** Number of rows per transfer; 0 or less means that only size limits it. Default −1. @see R-76 */
  readonly caching?: number;
  /** Returns puts and markers, including deleted and expired ones. Default false. @see R-50 */
  readonly raw?: boolean;
  /** Maximum number of cells per Result; 0 or less means whole rows. Default −1. @see R-71 */
  readonly batch?: number;
  /**
   * Maximum number of bytes per transfer; 0 or less lets the engine decide. With `allowPartialResults`, a row is cut
   * where a transfer is full, counted as in HBase: a cell of 40 bytes counts as about 72. Default −1: 2 MiB.
   *
   * @see R-76
   */
  readonly maxResultSize?: number;
  /** Whether a Result may contain only part of a row. Default false. @see R-77 */
  readonly allowPartialResults?: boolean;
  /** Whether to return Results that only report how far the scan has come. Default false. @see R-78 */
  readonly needCursorResult?: boolean;
  /** Whether the scan fails instead of continuing in a later state of the table. Default false. @see A-33 */
  readonly snapshotRequired?: boolean;
  /** Default `READ_COMMITTED`; the other level reads the same. */
  readonly isolationLevel?: IsolationLevel;
}

const BOUNDS = ['start', 'startInclusive', 'stop', 'stopInclusive'] as const satisfies readonly (keyof ScanLike)[];

/**
 * Reads cells of a range of rows in byte order of rows, by default the newest version of each, and all families unless
 * you add some. A new Scan reads the whole table.
 *
 * Byte order is the order of UTF-8; `Array.sort` uses a different order beyond the BMP. If the start is after the stop,
 * the scan is empty; only the literal of a reversed scan is refused if its bounds are exchanged. HBase: `Scan`.
 *
 * @example
 * const scan = new Scan().withStartRow('com.a').withStopRow('com.d').setLimit(10);
 *
 * @see
 */
export class Scan extends Query implements ScanOptions {
  readonly kind: 'Scan' = 'Scan';
  /** Empty means from the first row (reversed: the last). */
  readonly start: Uint8Array = new Uint8Array();
  readonly startInclusive: boolean = true;
  /** Empty means to the last row (reversed: the first). */
  readonly stop: Uint8Array = new Uint8Array();
  readonly stopInclusive: boolean = false;
  /** Maximum number of rows; 0 or less means all. */
  readonly limit: number = -1;
  /** Number of rows per transfer; 0 or less means that only size limits it. */
  readonly caching: number = -1;
  readonly reversed: boolean = false;
  readonly raw: boolean = false;
  /** Maximum number of cells per Result; 0 or less means whole rows. */
  readonly batch: number = -1;
  /** Maximum number of bytes per transfer; 0 or less lets the engine decide. */
  readonly maxResultSize: number = -1;
  readonly allowPartialResults: boolean = false;
  readonly needCursorResult: boolean = false;
  readonly snapshotRequired: boolean = false;
  readonly isolationLevel: IsolationLevel = 'READ_COMMITTED';
  /** The index by which the rows are read, with the values that they have in it. */
  readonly index: IndexQuery | null = null;
  /** The position after which it begins. */
  readonly after: string | null = null;

  constructor(like: Scan | ScanLike = {}) {
    super();
    const literal = this.readLiteral<ScanLike>(like, 'Scan', 'isolationLevel', 'after', 'index', ...GIVEN_BOUNDS);
    if (literal === null) throw notAllowed('a Scan', 'created without an argument or from a literal', like);
    requireGivenBounds(literal);
    const { start = null, stop = null, prefix, isolationLevel, after } = literal;
    this.withStartRow(start as BytesLike | null, this.startInclusive);
    this.withStopRow(stop as BytesLike | null, this.stopInclusive);
    if (isolationLevel !== undefined) this.setIsolationLevel(isolationLevel as IsolationLevel);
    const index = readIndexQuery(literal);
    Object.assign(this, { index, after: after ?? null });
    if (index === null && prefix !== undefined) {
      if (BOUNDS.some((bound) => literal[bound] != null)) {
        throw invalidArgument('prefix cannot be combined with start and stop; pass either the prefix or the bounds');
      }
      const first = toBytes(prefix, 'prefix');
      this.setStartStopRowForPrefixScan(first);
      // A reversed scan exchanges the bounds.
      if (this.reversed) this.withStartRow(this.stop, false).withStopRow(first, true);
    }
    const isLiteral = typeof (like as Scan).toLiteral !== 'function';
    // A Scan built by methods then finds nothing, as in HBase, and so does its copy.
    if (isLiteral && this.reversed && this.start.length > 0 && compareBytes(this.start, this.stop) < 0) {
      const [first, last] = [nameText(this.start), nameText(this.stop)];
      throw invalidArgument(`a reversed scan starts at its larger bound: swap start '${first}' and stop '${last}'`);
    }
  }

  /**
   * Sets the row at which the scan starts, inclusive by default. Null or empty means the first row, and `inclusive` is
   * then ignored. 0 … 32767 bytes, else INVALID_ARGUMENT.
   *
   * @see R-80, N-31
   */
  withStartRow(row: BytesLike | null, inclusive: boolean = true): this {
    const bound = { start: toBound(row, 'startRow'), startInclusive: toBoolean(inclusive, 'inclusive') };
    return Object.assign(this, bound);
  }

  /**
   * Sets the row at which the scan ends, exclusive by default. Null or empty means the last row, and `inclusive` is
   * then ignored. 0 … 32767 bytes, else INVALID_ARGUMENT.
   *
   * @see R-80, N-31
   */
  withStopRow(row: BytesLike | null, inclusive: boolean = false): this {
    const bound = { stop: toBound(row, 'stopRow'), stopInclusive: toBoolean(inclusive, 'inclusive') };
    return Object.assign(this, bound);
  }

  /**
   * Reads the rows that begin with `prefix`. Replaces both bounds, and a bound set later replaces it; null clears both.
   * The bounds are those of a forward scan, as in HBase; for a reversed scan, use `prefix` in the literal.
   *
   * @see R-83
   */
  setStartStopRowForPrefixScan(prefix: BytesLike | null): this {
    const start = toBound(prefix, 'startRow');
    return this.withStartRow(start).withStopRow(prefixStop(start));
  }

  /**
   * Sets the maximum number of rows, counted after all filtering; a row counts once even if it is split into several
   * Results. 0 or less means all.
   *
   * @see R-74
   */
  setLimit(limit: number): this {
    return this.set('limit', limit);
  }

  /** Returns at most one row. @see R-75 */
  setOneRowLimit(): this {
    return this.setLimit(1);
  }

  /**
   * Sets the number of rows per transfer; 0 or less means only size limits it. Never changes what the scan returns.
   *
   * @see R-76
   */
  setCaching(caching: number): this {
    return this.set('caching', caching);
  }

  /**
   * Returns rows from the largest to the smallest: the start is then the larger bound. The order within a row does not
   * change.
   *
   * @see R-84
   */
  setReversed(reversed: boolean): this {
    return this.set('reversed', reversed);
  }

  /**
   * Returns puts and markers, including deleted and expired ones, as far as they are still stored; no more versions
   * than requested, one by default. If columns are selected, the scan fails with INVALID_OPERATION when it runs.
   *
   * @see
   */
  setRaw(raw: boolean): this {
    return this.set('raw', raw);
  }

  /**
   * Sets the maximum number of cells per Result; 0 or less means whole rows. A longer row is split into several
   * Results; all but the last have `mayHaveMoreCellsInRow`. Throws INCOMPATIBLE_FILTER with a filter that judges
   * whole rows.
   *
   * @see
   */
  setBatch(batch: number): this {
    if (this.filter?.hasFilterRow()) throw incompatibleFilter();
    return this.set('batch', batch);
  }

  /**
   * Sets the maximum number of bytes per transfer; 0 or less lets the engine decide. Changes what the scan returns
   * only with `setAllowPartialResults`.
   *
   * @see R-76
   */
  setMaxResultSize(bytes: number): this {
    return this.set('maxResultSize', bytes);
  }

  /**
   * Allows a row that is longer than a transfer to be split into several Results; all but the last have
   * `mayHaveMoreCellsInRow`.
   *
   * @see R-77
   */
  setAllowPartialResults(allow: boolean): this {
    return this.set('allowPartialResults', allow);
  }

  /**
   * While no row matches, returns Results without cells. Their `getCursor` contains the row from which another scan can
   * continue.
   *
   * @see R-78
   */
  setNeedCursorResult(need: boolean): this {
    return this.set('needCursorResult', need);
  }

  /**
   * All rows come from one state of the table, unless the engine had to end the scanner. In that case the scan
   * continues in a later state, or fails with SNAPSHOT_EXPIRED if this is `true`.
   *
   * @see A-33
   */
  setSnapshotRequired(required: boolean): this {
    return this.set('snapshotRequired', required);
  }

  /**
   * Kept for compatibility with HBase: both levels read what is committed when the scan is opened; nothing else is ever
   * visible.
   *
   * @see R-90
   */
  setIsolationLevel(level: IsolationLevel): this {
    const isolationLevel = oneOf(level, ['READ_COMMITTED', 'READ_UNCOMMITTED'], 'isolationLevel');
    return Object.assign(this, { isolationLevel });
  }

  /** The literal that builds an equal Scan; a prefix becomes its bounds. Printable UTF-8 becomes text. */
  toLiteral(): ScanLike {
    const { start, stop, isolationLevel } = this;
    return {
      ...(start.length > 0 && { start: toReadable(start) }),
      ...(stop.length > 0 && { stop: toReadable(stop) }),
      ...this.optionsLiteral(new Scan() as this),
      ...(isolationLevel !== 'READ_COMMITTED' && { isolationLevel }),
      ...(this.after !== null && { after: this.after }),
      ...(this.index !== null && indexLiteral(this.index)),
    };
  }

  /** @deprecated HBase's older name for `withStartRow`. */
  setStartRow(row: BytesLike | null): this {
    return this.withStartRow(row);
  }

  /** @deprecated HBase's older name for `withStopRow`. */
  setStopRow(row: BytesLike | null): this {
    return this.withStopRow(row);
  }

  /** @deprecated HBase's older name for `setStartStopRowForPrefixScan`. */
  setRowPrefixFilter(prefix: BytesLike | null): this {
    return this.setStartStopRowForPrefixScan(prefix);
  }
}
