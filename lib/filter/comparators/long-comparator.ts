import type { ByteWriter } from '../../bytes/byte-writer.js';
import { fromLong, toLong } from '../../bytes/bytes.js';
import { Comparator } from '../../model/filter.js';
import { ComparatorKind } from './comparator-kind.js';

/**
 * Compares stored counters, which are signed, big-endian and 8 bytes long, with `value`: a safe integer or a bigint of
 * 64 bits. For stored bytes of another length, the read fails with INVALID_ARGUMENT. HBase: `LongComparator`.
 */
export class LongComparator extends Comparator {
  readonly value: bigint;

  constructor(value: number | bigint) {
    super();
    this.value = toLong(fromLong(value));
  }

  encode(writer: ByteWriter): void {
    writer.u8(ComparatorKind.LongComparator);
    writer.raw(fromLong(this.value));
  }

  override toString(): string {
    return `long:${this.value}`;
  }
}
