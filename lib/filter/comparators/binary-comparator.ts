import type { ByteWriter } from '../../bytes/byte-writer.js';
import { toStringBinary } from '../../bytes/text.js';
import { type BytesLike, toBytes } from '../../model/bytes-like.js';
import { Comparator } from '../../model/filter.js';
import { ComparatorKind } from './comparator-kind.js';

/** Compares with `value` as unsigned bytes. HBase: `BinaryComparator`. @see O-1 */
export class BinaryComparator extends Comparator {
  readonly value: Uint8Array;

  constructor(value: BytesLike) {
    super();
    this.value = toBytes(value, 'the value of a comparator');
  }

  encode(writer: ByteWriter): void {
    writer.u8(ComparatorKind.BinaryComparator);
    writer.sized(this.value);
  }

  override toString(): string {
    return `binary:${toStringBinary(this.value)}`;
  }
}
