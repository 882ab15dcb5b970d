import type { ByteWriter } from '../bytes/byte-writer.js';
import { type BytesLike, toBytes } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { writeNullable } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';
import { shown } from './filter-to-string.js';

/**
 * Includes the rows that begin with `prefix`, compared as byte strings, in both directions; null: no row.
 * It ends the scan after them, but does not set the start row. Prefer `Scan.setStartStopRowForPrefixScan` where
 * possible. HBase: `PrefixFilter`.
 *
 * @see
 */
export class PrefixFilter extends Filter {
  readonly prefix: Uint8Array | null;

  constructor(prefix: BytesLike | null) {
    super();
    this.prefix = prefix === null ? null : toBytes(prefix, 'a prefix');
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.PrefixFilter);
    writeNullable(writer, this.prefix);
  }

  override toString(): string {
    return `PrefixFilter ${shown(this.prefix)}`;
  }
}
