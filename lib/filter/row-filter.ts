import type { ByteWriter } from '../bytes/byte-writer.js';
import type { CompareOperator } from '../model/compare-operator.js';
import { type Comparator, Filter } from '../model/filter.js';
import { toComparator, toOperator, writeOperator } from './filter-arguments.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText } from './filter-text.js';

/**
 * Rows whose key is as asked. For a range of rows `Scan.withStartRow` and `withStopRow` are the better choice: they read nothing else.
 * HBase: `RowFilter`.
 *
 * @example
 * const filter = new RowFilter('EQUAL', new SubstringComparator('.com'));
 */
export class RowFilter extends Filter {
  /** `stored op argument` (F-3). */
  readonly op: CompareOperator;
  readonly comparator: Comparator;

  constructor(op: CompareOperator, comparator: Comparator) {
    super();
    this.op = toOperator(op);
    this.comparator = toComparator(comparator);
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.RowFilter);
    writeOperator(writer, this.op);
    this.comparator.encode(writer);
  }

  override toString(): string {
    return comparisonText('RowFilter', this.op, this.comparator);
  }
}
