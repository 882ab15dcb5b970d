import type { ByteWriter } from '../bytes/byte-writer.js';
import { type BytesLike, toBytes } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { writeNullable } from './filter-arguments.js';
import { FilterKind } from './filter-kind.js';
import { shown } from './filter-text.js';

/**
 * Rows that begin with `prefix`, compared as byte strings, in both directions; null: no row. It ends the scan behind
 * them, but does not set the start row: `Scan.setStartStopRowForPrefixScan` is the better choice where it will do. HBase: `PrefixFilter`.
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
