import type { ByteWriter } from '../../bytes/byte-writer.js';
import { Comparator } from '../../model/filter.js';
import { ComparatorKind } from './comparator-kind.js';

/**
 * Stored bytes are never equal, because a stored cell always has a value. HBase: `NullComparator`.
 *
 * @see F-4
 */
export class NullComparator extends Comparator {
  encode(writer: ByteWriter): void {
    writer.u8(ComparatorKind.NullComparator);
  }

  override toString(): string {
    return 'null';
  }
}
