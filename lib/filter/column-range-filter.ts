import type { ByteWriter } from '../bytes/byte-writer.js';
import { type BytesLike, toBytes } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { toBoolean } from '../model/literal.js';
import { writeNullable } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';
import { shown } from './filter-to-string.js';

/**
 * Includes the columns whose qualifier is between two bounds, and seeks past the others; null: no bound on that side.
 * HBase: `ColumnRangeFilter`.
 */
export class ColumnRangeFilter extends Filter {
  readonly minColumn: Uint8Array | null;
  readonly minColumnInclusive: boolean;
  readonly maxColumn: Uint8Array | null;
  readonly maxColumnInclusive: boolean;

  constructor(
    minColumn: BytesLike | null,
    minColumnInclusive = true,
    maxColumn: BytesLike | null = null,
    maxColumnInclusive = false,
  ) {
    super();
    this.minColumn = minColumn === null ? null : toBytes(minColumn, 'minColumn');
    this.minColumnInclusive = toBoolean(minColumnInclusive, 'minColumnInclusive');
    this.maxColumn = maxColumn === null ? null : toBytes(maxColumn, 'maxColumn');
    this.maxColumnInclusive = toBoolean(maxColumnInclusive, 'maxColumnInclusive');
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.ColumnRangeFilter);
    writeNullable(writer, this.minColumn);
    writer.u8(Number(this.minColumnInclusive));
    writeNullable(writer, this.maxColumn);
    writer.u8(Number(this.maxColumnInclusive));
  }

  override toString(): string {
    const { minColumn, minColumnInclusive, maxColumn, maxColumnInclusive } = this;
    const [open, close] = [minColumnInclusive ? '[' : '(', maxColumnInclusive ? ']' : ')'];
    return `ColumnRangeFilter ${open}${shown(minColumn)}, ${shown(maxColumn)}${close}`;
  }
}
