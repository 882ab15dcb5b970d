import { notAllowed } from '../bytes/kind.js';
import { prefixStop } from '../bytes/successor.js';
import { invalidArgument } from '../errors.js';
import { toBound } from './arguments.js';
import { type BytesLike, type ColumnLike, toReadable } from './bytes-like.js';
import { readRequest, toBoolean, unlessDefault } from './literal.js';
import { Query } from './query.js';

/** A Scan as a literal. */
export interface ScanLike {
  readonly kind?: 'Scan';
  /** Added in list order, as by `addFamily` and `addColumn`. Default: every family. */
  readonly columns?: readonly ColumnLike[];
  /** Where the scan begins; the larger bound when reversed. Default: at the first row (reversed: the last). */
  readonly start?: BytesLike;
  /** Default true. */
  readonly startInclusive?: boolean;
  /** Where the scan ends. Default: at the last row (reversed: the first). */
  readonly stop?: BytesLike;
  /** Default false. */
  readonly stopInclusive?: boolean;
  /** Every row that begins with these bytes, in either direction. Takes the place of `start` and `stop`. */
  readonly prefix?: BytesLike;
  /** Rows at most; 0 and less = all. Default −1. */
  readonly limit?: number;
  /** Rows from the largest to the smallest. Default false. */
  readonly reversed?: boolean;
  /** Rows per transfer; 0 and less = by bytes. Default −1. */
  readonly caching?: number;
}

const NAMES = [
  'columns',
  'start',
  'startInclusive',
  'stop',
  'stopInclusive',
  'prefix',
  'limit',
  'reversed',
  'caching',
  'kind',
] as const satisfies readonly (keyof ScanLike)[];

const BOUNDS = ['start', 'startInclusive', 'stop', 'stopInclusive'] as const satisfies readonly (keyof ScanLike)[];
const MAX_COUNT = 2 ** 31 - 1;

/**
 * Asks for the newest version of each cell of a range of rows, in byte order of rows; all families unless some are
 * added. A fresh Scan reads the whole table.
 *
 * Byte order is the order of UTF-8, which `Array.sort` does not keep beyond the BMP. A start behind the stop gives
 * nothing. HBase: `Scan`.
 *
 * @example
 * const scan = new Scan().withStartRow('com.a').withStopRow('com.d').setLimit(10);
 */
export class Scan extends Query {
  readonly kind: 'Scan' = 'Scan';
  /** Empty = from the first row (reversed: the last). */
  declare readonly start: Uint8Array;
  declare readonly startInclusive: boolean;
  /** Empty = to the last row (reversed: the first). */
  declare readonly stop: Uint8Array;
  declare readonly stopInclusive: boolean;
  /** Rows at most; 0 and less = all. */
  declare readonly limit: number;
  /** Rows per transfer; 0 and less = by bytes. */
  declare readonly caching: number;
  declare readonly reversed: boolean;

  constructor(like: ScanLike = {}) {
    super();
    const literal = readRequest<ScanLike>(like, 'Scan', NAMES);
    if (literal === null) throw notAllowed('a Scan', 'made from nothing or from a literal', like);
    const { start = null, startInclusive = true, stop = null, stopInclusive = false, prefix, columns } = literal;
    const { limit = -1, caching = -1, reversed = false } = literal;
    this.withStartRow(start as BytesLike | null, startInclusive as boolean)
      .withStopRow(stop as BytesLike | null, stopInclusive as boolean)
      .setLimit(limit as number)
      .setCaching(caching as number)
      .setReversed(reversed as boolean);
    if (prefix !== undefined) {
      if (BOUNDS.some((bound) => literal[bound] !== undefined)) {
        throw invalidArgument('prefix takes the place of start and stop; give either the prefix or the bounds');
      }
      this.setStartStopRowForPrefixScan(prefix as BytesLike);
      // The bounds of a reversed scan change places.
      if (reversed === true) this.withStartRow(this.stop, false).withStopRow(toBound(prefix, 'startRow'), true);
    }
    this.readColumns(columns);
  }

  /**
   * Where the scan begins, default at the first row, inclusive; null or empty = there, and `inclusive` is then
   * ignored. 0 … 32767 bytes, else INVALID_ARGUMENT (N-31).
   */
  withStartRow(row: BytesLike | null, inclusive: boolean = true): this {
    const bound = { start: toBound(row, 'startRow'), startInclusive: toBoolean(inclusive, 'inclusive') };
    return Object.assign(this, bound);
  }

  /**
   * Where the scan ends, default at the last row, exclusive; null or empty = there, and `inclusive` is then
   * ignored. 0 … 32767 bytes, else INVALID_ARGUMENT (N-31).
   */
  withStopRow(row: BytesLike | null, inclusive: boolean = false): this {
    const bound = { stop: toBound(row, 'stopRow'), stopInclusive: toBoolean(inclusive, 'inclusive') };
    return Object.assign(this, bound);
  }

  /**
   * The rows that begin with `prefix`: overwrites both bounds, and a later bound overwrites it; null clears both.
   * The bounds are those of a forward scan, as in HBase; for a reversed one use the literal's `prefix`.
   */
  setStartStopRowForPrefixScan(prefix: BytesLike | null): this {
    const start = toBound(prefix, 'startRow');
    return this.withStartRow(start).withStopRow(prefixStop(start));
  }

  /** Rows at most, counted after all filtering; 0 and less = all. */
  setLimit(limit: number): this {
    return Object.assign(this, { limit: toCount(limit, 'limit') });
  }

  /** Rows per transfer; 0 and less = by bytes. Never changes what the scan returns. */
  setCaching(caching: number): this {
    return Object.assign(this, { caching: toCount(caching, 'caching') });
  }

  /** Rows from the largest to the smallest: the start is then the larger bound. Inside a row the order stays. */
  setReversed(reversed: boolean): this {
    return Object.assign(this, { reversed: toBoolean(reversed, 'reversed') });
  }

  /** The literal that builds an equal Scan; a prefix comes back as its bounds. Text where bytes are printable UTF-8. */
  toLiteral(): ScanLike {
    return {
      ...this.columnsLiteral(),
      ...(this.start.length === 0 ? {} : { start: toReadable(this.start) }),
      ...(this.stop.length === 0 ? {} : { stop: toReadable(this.stop) }),
      ...unlessDefault<Scan>(this, {
        startInclusive: true,
        stopInclusive: false,
        limit: -1,
        caching: -1,
        reversed: false,
      }),
    } as ScanLike;
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

/** `like` itself when it is a Scan of this copy of the package, else the Scan it describes. Throws INVALID_ARGUMENT. */
export function toScan(like: Scan | ScanLike): Scan {
  return like instanceof Scan ? like : new Scan(like);
}

function toCount(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_COUNT) return value;
  throw notAllowed(what, `an integer up to ${MAX_COUNT}`, value);
}
