import { fromBigDecimal } from '../../bytes/big-decimal.js';
import type { ByteWriter } from '../../bytes/byte-writer.js';
import { Comparator } from '../../model/filter.js';
import { ComparatorKind } from './comparator-kind.js';

/**
 * Compares stored decimals, as `Bytes.fromBigDecimal` writes them, with `value`, which is decimal text such as
 * `'-12.50'`. They are compared as numbers: 1.5 equals 1.50. For fewer than 5 stored bytes, or more than 41,529, the
 * read fails with INVALID_ARGUMENT. More than 41,529 bytes contain more than the 100,000 digits that a decimal may
 * have; HBase compares those, slowly. HBase: `BigDecimalComparator`.
 *
 * @see A-52
 */
export class BigDecimalComparator extends Comparator {
  readonly value: string;

  constructor(value: string) {
    super();
    fromBigDecimal(value);
    this.value = value;
  }

  encode(writer: ByteWriter): void {
    writer.u8(ComparatorKind.BigDecimalComparator);
    writer.sized(fromBigDecimal(this.value));
  }

  override toString(): string {
    return `bigdecimal:${this.value}`;
  }
}
