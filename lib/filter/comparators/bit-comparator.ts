import type { ByteWriter } from '../../bytes/byte-writer.js';
import { toStringBinary } from '../../bytes/text.js';
import { type BytesLike, toBytes } from '../../model/bytes-like.js';
import { Comparator } from '../../model/filter.js';
import { oneOf } from '../../model/literal.js';
import { ComparatorKind } from './comparator-kind.js';

/** How a BitComparator combines two bytes. */
export type BitwiseOp = 'AND' | 'OR' | 'XOR';

const BITWISE_OPS: readonly BitwiseOp[] = ['AND', 'OR', 'XOR'];

/**
 * Stored bytes are equal if they have the same length as `value` and at least one byte of `value op stored` is not
 * zero. Use it with EQUAL and NOT_EQUAL. HBase: `BitComparator`.
 *
 * @see F-4
 */
export class BitComparator extends Comparator {
  readonly value: Uint8Array;
  readonly op: BitwiseOp;

  constructor(value: BytesLike, op: BitwiseOp) {
    super();
    this.value = toBytes(value, 'the value of a comparator');
    this.op = oneOf(op, BITWISE_OPS, 'op');
  }

  encode(writer: ByteWriter): void {
    writer.u8(ComparatorKind.BitComparator);
    writer.u8(BITWISE_OPS.indexOf(this.op));
    writer.sized(this.value);
  }

  override toString(): string {
    return `bit:${this.op}:${toStringBinary(this.value)}`;
  }
}
