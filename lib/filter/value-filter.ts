import type { ByteWriter } from '../bytes/byte-writer.js';
import type { CompareOperator } from '../model/compare-operator.js';
import { type Comparator, Filter } from '../model/filter.js';
import { toComparator, toOperator, writeOperator } from './filter-arguments.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText } from './filter-text.js';

/**
 * Cells whose value is as asked, version by version: a read of one version gives the newest version that matches, which may be an older
 * one. HBase: `ValueFilter`.
 *
 * @example
 * const filter = new ValueFilter('EQUAL', new BinaryComparator('open'));
 */
export class ValueFilter extends Filter {
  /** `stored op argument` (F-3). */
  readonly op: CompareOperator;
  readonly comparator: Comparator;

  constructor(op: CompareOperator, comparator: Comparator) {
    super();
    this.op = toOperator(op);
    this.comparator = toComparator(comparator);
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.ValueFilter);
    writeOperator(writer, this.op);
    this.comparator.encode(writer);
  }

  override toString(): string {
    return comparisonText('ValueFilter', this.op, this.comparator);
  }
}
