import type { ByteWriter } from '../bytes/byte-writer.js';
import { type BytesLike, toBytes } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { writeNullable } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';
import { shown } from './filter-to-string.js';

/**
 * Includes the columns whose qualifier begins with `prefix`, and seeks past the others; null: every column. HBase:
 * `ColumnPrefixFilter`.
 */
export class ColumnPrefixFilter extends Filter {
  readonly prefix: Uint8Array | null;

  constructor(prefix: BytesLike | null) {
    super();
    this.prefix = prefix === null ? null : toBytes(prefix, 'a prefix');
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.ColumnPrefixFilter);
    writeNullable(writer, this.prefix);
  }

  override toString(): string {
    return `ColumnPrefixFilter ${shown(this.prefix)}`;
  }
}
