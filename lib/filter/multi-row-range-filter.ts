import type { ByteWriter } from '../bytes/byte-writer.js';
import { compareBytes } from '../bytes/compare.js';
import { isBytes } from '../bytes/kind.js';
import { prefixStop } from '../bytes/successor.js';
import { toStringBinary } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';
import { toBound } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { readLiteral, toBoolean } from '../model/literal.js';
import { toList } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';

/** The rows between two bounds. An empty bound means no bound. */
export interface RowRange {
  readonly startRow: BytesLike;
  /** Default true. */
  readonly startRowInclusive?: boolean;
  readonly stopRow: BytesLike;
  /** Default false. */
  readonly stopRowInclusive?: boolean;
}

const NAMES = [
  'startRow',
  'startRowInclusive',
  'stopRow',
  'stopRowInclusive',
] as const satisfies readonly (keyof RowRange)[];

/**
 * Includes the rows in any of several ranges, in both directions, and seeks past the others. HBase:
 * `MultiRowRangeFilter`.
 *
 * @example
 * const filter = new MultiRowRangeFilter([{ startRow: 'a', stopRow: 'c' }, { startRow: 'x', stopRow: '' }]);
 *
 * @see A-47
 */
export class MultiRowRangeFilter extends Filter {
  readonly ranges: readonly Required<RowRange>[];

  /** Accepts ranges, or prefixes; a prefix means the rows that begin with it. */
  constructor(ranges: readonly RowRange[] | readonly BytesLike[]) {
    super();
    this.ranges = toList(ranges, 'ranges').map(toRange);
    if (this.ranges.length === 0) throw invalidArgument('No ranges found.');
    const invalid = this.ranges.filter(isInvalid);
    if (invalid.length === 0) return;
    const rows = invalid.map(({ startRow, stopRow }) => `${printed(startRow)} to ${printed(stopRow)}`);
    throw invalidArgument(
      `${invalid.length} invaild ranges.\nA range must not begin after its end: ${rows.join(', ')}`,
    );
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.MultiRowRangeFilter);
    writer.u32(this.ranges.length);
    for (const { startRow, startRowInclusive, stopRow, stopRowInclusive } of this.ranges) {
      writer.sized(startRow as Uint8Array);
      writer.u8(Number(startRowInclusive));
      writer.sized(stopRow as Uint8Array);
      writer.u8(Number(stopRowInclusive));
    }
  }

  override toString(): string {
    return 'MultiRowRangeFilter';
  }
}

function toRange(range: unknown): Required<RowRange> {
  if (typeof range === 'string' || isBytes(range)) {
    const startRow = toBound(range, 'startRow');
    const stopRow = prefixStop(startRow) ?? new Uint8Array(0);
    return { startRow, startRowInclusive: true, stopRow, stopRowInclusive: false };
  }
  const {
    startRow,
    startRowInclusive = true,
    stopRow,
    stopRowInclusive = false,
  } = readLiteral<RowRange>(range, 'range', NAMES);
  return {
    startRow: toBound(startRow, 'startRow'),
    startRowInclusive: toBoolean(startRowInclusive, 'startRowInclusive'),
    stopRow: toBound(stopRow, 'stopRow'),
    stopRowInclusive: toBoolean(stopRowInclusive, 'stopRowInclusive'),
  };
}

function isInvalid({ startRow, stopRow, stopRowInclusive }: Required<RowRange>): boolean {
  if (startRow.length === 0 || stopRow.length === 0) return false;
  const order = compareBytes(startRow as Uint8Array, stopRow as Uint8Array);
  return order > 0 || (order === 0 && !stopRowInclusive);
}

function printed(row: BytesLike): string {
  return toStringBinary(row as Uint8Array);
}
