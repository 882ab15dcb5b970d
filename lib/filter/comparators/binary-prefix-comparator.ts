import type { ByteWriter } from '../../bytes/byte-writer.js';
import { toStringBinary } from '../../bytes/text.js';
import { type BytesLike, toBytes } from '../../model/bytes-like.js';
import { Comparator } from '../../model/filter.js';
import { ComparatorKind } from './comparator-kind.js';

/** Compares `value` with the same number of bytes at the start of the stored bytes. HBase: `BinaryPrefixComparator`. */
export class BinaryPrefixComparator extends Comparator {
  readonly value: Uint8Array;

  constructor(value: BytesLike) {
    super();
    this.value = toBytes(value, 'the value of a comparator');
  }

  encode(writer: ByteWriter): void {
    writer.u8(ComparatorKind.BinaryPrefixComparator);
    writer.sized(this.value);
  }

  override toString(): string {
    return `binaryprefix:${toStringBinary(this.value)}`;
  }
}
