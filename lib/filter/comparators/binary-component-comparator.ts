import type { ByteWriter } from '../../bytes/byte-writer.js';
import { toStringBinary } from '../../bytes/text.js';
import { type BytesLike, toBytes } from '../../model/bytes-like.js';
import { Comparator } from '../../model/filter.js';
import { toCount } from '../../model/literal.js';
import { ComparatorKind } from './comparator-kind.js';

/**
 * Compares `value` with the same number of stored bytes, starting at `offset`. HBase: `BinaryComponentComparator`.
 */
export class BinaryComponentComparator extends Comparator {
  readonly value: Uint8Array;
  readonly offset: number;

  constructor(value: BytesLike, offset: number) {
    super();
    this.value = toBytes(value, 'the value of a comparator');
    this.offset = toCount(offset, 'the offset of a comparator');
  }

  encode(writer: ByteWriter): void {
    writer.u8(ComparatorKind.BinaryComponentComparator);
    writer.sized(this.value);
    writer.f64(this.offset);
  }

  override toString(): string {
    return `binarycomponent:${this.offset}:${toStringBinary(this.value)}`;
  }
}
