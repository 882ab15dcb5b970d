import type { ByteWriter } from '../../bytes/byte-writer.js';
import { toStringBinary } from '../../bytes/text.js';
import { type BytesLike, toBytes } from '../../model/bytes-like.js';
import { Comparator } from '../../model/filter.js';
import { ComparatorKind } from './comparator-kind.js';

/** Compares the first stored bytes with `value`, as many as `value` has. HBase: `BinaryPrefixComparator`. */
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
