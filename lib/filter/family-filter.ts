import type { ByteWriter } from '../bytes/byte-writer.js';
import type { CompareOperator } from '../model/compare-operator.js';
import { type Comparator, Filter } from '../model/filter.js';
import { toComparator, toOperator, writeOperator } from './filter-arguments.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText } from './filter-text.js';

/**
 * Families whose name is as asked; the others of the row are passed over whole. HBase: `FamilyFilter`.
 */
export class FamilyFilter extends Filter {
  /** `stored op argument` (F-3). */
  readonly op: CompareOperator;
  readonly comparator: Comparator;

  constructor(op: CompareOperator, comparator: Comparator) {
    super();
    this.op = toOperator(op);
    this.comparator = toComparator(comparator);
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.FamilyFilter);
    writeOperator(writer, this.op);
    this.comparator.encode(writer);
  }

  override toString(): string {
    return comparisonText('FamilyFilter', this.op, this.comparator);
  }
}
