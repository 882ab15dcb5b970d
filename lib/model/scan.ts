import { compareBytes } from '../bytes/compare.js';
import { notAllowed } from '../bytes/kind.js';
import { prefixStop } from '../bytes/successor.js';
import { invalidArgument } from '../errors.js';
import { toBound } from './arguments.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import { incompatibleFilter } from './incompatible-filter.js';
import { oneOf, toBoolean } from './literal.js';
import { Query, type QueryLike } from './query.js';
import type { ScanOptions } from './query-options.js';
import { nameText } from './value-place.js';

/** Both read what groups of writes have finished before the scan is opened, and nothing later. @see R-90 */
export type IsolationLevel = 'READ_COMMITTED' | 'READ_UNCOMMITTED';

/** A Scan as a literal. */
export interface ScanLike extends QueryLike {
  readonly kind?: 'Scan';
  /**
   * Where the scan begins; the larger bound when reversed, else INVALID_ARGUMENT. Default: at the first row (reversed:
   * the last).
   */
  readonly start?: BytesLike;
  /** Default true. */
  readonly startInclusive?: boolean;
  /** Where the scan ends. Default: at the last row (reversed: the first). */
  readonly stop?: BytesLike;
  /** Default false. */
  readonly stopInclusive?: boolean;
  /** Every row that begins with these bytes, in either direction. Takes the place of `start` and `stop`. */
  readonly prefix?: BytesLike;
  /** Rows at most; 0 and less = all. Default −1. @see R-74 */
  readonly limit?: number;
  /** Rows from the largest to the smallest. Default false. @see R-84 */
  readonly reversed?: boolean;
  /** Rows per transfer; 0 and less = by bytes. Default −1. @see R-76 */
  readonly caching?: number;
  /** Puts and markers, those that are deleted or expired too. Default false. @see R-50 */
  readonly raw?: boolean;
  /** Cells a Result; 0 and less = whole rows. Default −1. @see R-71 */
  readonly batch?: number;
  /**
   * Bytes per transfer; 0 and less = as the engine likes. With `allowPartialResults` a row is cut where these are full,
   * counted as HBase does: a cell of 40 bytes counts about 72. Default −1: 2 MiB.
   *
   * @see R-76
   */
  readonly maxResultSize?: number;
  /** Whether a Result may be a part of a row. Default false. @see R-77 */
  readonly allowPartialResults?: boolean;
  /** Whether Results that only say how far the scan has come are wanted. Default false. @see R-78 */
  readonly needCursorResult?: boolean;
  /** Whether the scan fails rather than read on in a later state of the table. Default false. @see A-33 */
  readonly snapshotRequired?: boolean;
  /** Default `READ_COMMITTED`; the other reads the same. */
  readonly isolationLevel?: IsolationLevel;
}

const BOUNDS = ['start', 'startInclusive', 'stop', 'stopInclusive'] as const satisfies readonly (keyof ScanLike)[];

/**
 * Asks for cells of a range of rows, by default the newest version of each, in byte order of rows; all families unless
 * some are added. A fresh Scan reads the whole table.
 *
 * Byte order is the order of UTF-8, which `Array.sort` does not keep beyond the BMP. A start behind the stop gives
 * nothing; only the literal of a reversed scan is refused when its bounds are exchanged. HBase: `Scan`.
 *
 * @example
 * const scan = new Scan().withStartRow('com.a').withStopRow('com.d').setLimit(10);
 *
 * @see
 */
export class Scan extends Query implements ScanOptions {
  readonly kind: 'Scan' = 'Scan';
  /** Empty = from the first row (reversed: the last). */
  readonly start: Uint8Array = new Uint8Array();
  readonly startInclusive: boolean = true;
  /** Empty = to the last row (reversed: the first). */
  readonly stop: Uint8Array = new Uint8Array();
  readonly stopInclusive: boolean = false;
  /** Rows at most; 0 and less = all. */
  readonly limit: number = -1;
  /** Rows per transfer; 0 and less = by bytes. */
  readonly caching: number = -1;
  readonly reversed: boolean = false;
  readonly raw: boolean = false;
  /** Cells a Result; 0 and less = whole rows. */
  readonly batch: number = -1;
  /** Bytes per transfer; 0 and less = as the engine likes. */
  readonly maxResultSize: number = -1;
  readonly allowPartialResults: boolean = false;
  readonly needCursorResult: boolean = false;
  readonly snapshotRequired: boolean = false;
  readonly isolationLevel: IsolationLevel = 'READ_COMMITTED';

  constructor(like: Scan | ScanLike = {}) {
    super();
    const literal = this.readLiteral<ScanLike>(like, 'Scan', 'start', 'stop', 'prefix', 'isolationLevel');
    if (literal === null) throw notAllowed('a Scan', 'created without an argument or from a literal', like);
    const { start = null, stop = null, prefix, isolationLevel } = literal;
    this.withStartRow(start as BytesLike | null, this.startInclusive);
    this.withStopRow(stop as BytesLike | null, this.stopInclusive);
    if (isolationLevel !== undefined) this.setIsolationLevel(isolationLevel as IsolationLevel);
    if (prefix !== undefined) {
      if (BOUNDS.some((bound) => literal[bound] !== undefined)) {
        throw invalidArgument('prefix excludes start and stop; pass either the prefix or the bounds');
      }
      this.setStartStopRowForPrefixScan(prefix as BytesLike);
      // The bounds of a reversed scan change places.
      if (this.reversed) this.withStartRow(this.stop, false).withStopRow(toBound(prefix, 'startRow'), true);
    }
    const isLiteral = typeof (like as Scan).toLiteral !== 'function';
    // A Scan built by methods finds nothing then, as in HBase, and so does its copy.
    if (isLiteral && this.reversed && this.start.length > 0 && compareBytes(this.start, this.stop) < 0) {
      const [first, last] = [nameText(this.start), nameText(this.stop)];
      throw invalidArgument(`a reversed scan starts at its larger bound: swap start '${first}' and stop '${last}'`);
    }
  }

  /**
   * Where the scan begins, default at the first row, inclusive; null or empty = there, and `inclusive` is then
   * ignored. 0 … 32767 bytes, else INVALID_ARGUMENT.
   *
   * @see R-80, N-31
   */
  withStartRow(row: BytesLike | null, inclusive: boolean = true): this {
    const bound = { start: toBound(row, 'startRow'), startInclusive: toBoolean(inclusive, 'inclusive') };
    return Object.assign(this, bound);
  }

  /**
   * Where the scan ends, default at the last row, exclusive; null or empty = there, and `inclusive` is then
   * ignored. 0 … 32767 bytes, else INVALID_ARGUMENT.
   *
   * @see R-80, N-31
   */
  withStopRow(row: BytesLike | null, inclusive: boolean = false): this {
    const bound = { stop: toBound(row, 'stopRow'), stopInclusive: toBoolean(inclusive, 'inclusive') };
    return Object.assign(this, bound);
  }

  /**
   * The rows that begin with `prefix`: overwrites both bounds, and a later bound overwrites it; null clears both.
   * The bounds are those of a forward scan, as in HBase; for a reversed one use the literal's `prefix`.
   *
   * @see R-83
   */
  setStartStopRowForPrefixScan(prefix: BytesLike | null): this {
    const start = toBound(prefix, 'startRow');
    return this.withStartRow(start).withStopRow(prefixStop(start));
  }

  /**
   * Rows at most, counted after all filtering, each once in however many Results it comes; 0 and less = all.
   *
   * @see R-74
   */
  setLimit(limit: number): this {
    return this.set('limit', limit);
  }

  /** One row at most. @see R-75 */
  setOneRowLimit(): this {
    return this.setLimit(1);
  }

  /** Rows per transfer; 0 and less = by bytes. Never changes what the scan returns. @see R-76 */
  setCaching(caching: number): this {
    return this.set('caching', caching);
  }

  /**
   * Rows from the largest to the smallest: the start is then the larger bound. Inside a row the order stays.
   *
   * @see R-84
   */
  setReversed(reversed: boolean): this {
    return this.set('reversed', reversed);
  }

  /**
   * Puts and markers, those that are deleted or expired too, as far as they are still stored; not more versions than
   * asked for, by default one. Columns beside it: INVALID_OPERATION when the scan runs.
   *
   * @see
   */
  setRaw(raw: boolean): this {
    return this.set('raw', raw);
  }

  /**
   * Cells a Result at most; 0 and less = whole rows. A longer row comes as several Results, of which all but the last
   * say
   * `mayHaveMoreCellsInRow`. Beside a filter that judges whole rows: INCOMPATIBLE_FILTER.
   *
   * @see
   */
  setBatch(batch: number): this {
    if (this.filter?.hasFilterRow()) throw incompatibleFilter();
    return this.set('batch', batch);
  }

  /**
   * Bytes per transfer at most; 0 and less = as the engine likes. Changes what the scan returns only with
   * `setAllowPartialResults`.
   *
   * @see R-76
   */
  setMaxResultSize(bytes: number): this {
    return this.set('maxResultSize', bytes);
  }

  /**
   * Lets a row that is longer than a transfer come as several Results, of which all but the last say
   * `mayHaveMoreCellsInRow`.
   *
   * @see R-77
   */
  setAllowPartialResults(allow: boolean): this {
    return this.set('allowPartialResults', allow);
  }

  /**
   * While no row qualifies, asks for Results without cells whose `getCursor` says where another scan could go on.
   *
   * @see R-78
   */
  setNeedCursorResult(need: boolean): this {
    return this.set('needCursorResult', need);
  }

  /**
   * All rows come from one state of the table in any case, unless the engine had to end the scanner: then the scan goes
   * on in a later state, or, with `true`, fails with SNAPSHOT_EXPIRED.
   *
   * @see A-33
   */
  setSnapshotRequired(required: boolean): this {
    return this.set('snapshotRequired', required);
  }

  /**
   * Kept for HBase's sake: both levels read what is committed when the scan is opened, as nothing else is ever seen.
   *
   * @see R-90
   */
  setIsolationLevel(level: IsolationLevel): this {
    const isolationLevel = oneOf(level, ['READ_COMMITTED', 'READ_UNCOMMITTED'], 'isolationLevel');
    return Object.assign(this, { isolationLevel });
  }

  /** The literal that builds an equal Scan; a prefix comes back as its bounds. Text where bytes are printable UTF-8. */
  toLiteral(): ScanLike {
    const { start, stop, isolationLevel } = this;
    return {
      ...(start.length > 0 && { start: toReadable(start) }),
      ...(stop.length > 0 && { stop: toReadable(stop) }),
      ...this.optionsLiteral(new Scan() as this),
      ...(isolationLevel !== 'READ_COMMITTED' && { isolationLevel }),
    };
  }

  /** @deprecated HBase's older name of `withStartRow`. */
  setStartRow(row: BytesLike | null): this {
    return this.withStartRow(row);
  }

  /** @deprecated HBase's older name of `withStopRow`. */
  setStopRow(row: BytesLike | null): this {
    return this.withStopRow(row);
  }

  /** @deprecated HBase's older name of `setStartStopRowForPrefixScan`. */
  setRowPrefixFilter(prefix: BytesLike | null): this {
    return this.setStartStopRowForPrefixScan(prefix);
  }
}
