import type { ByteWriter } from '../bytes/byte-writer.js';
import type { CompareOperator } from '../model/compare-operator.js';
import { type Comparator, Filter } from '../model/filter.js';
import { toComparator, toOperator, writeOperator } from './filter-arguments.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText } from './filter-text.js';

/** Columns whose qualifier is as asked, the empty one like any other. HBase: `QualifierFilter`. */
export class QualifierFilter extends Filter {
  /** `stored op argument` (F-3). */
  readonly op: CompareOperator;
  readonly comparator: Comparator;

  constructor(op: CompareOperator, comparator: Comparator) {
    super();
    this.op = toOperator(op);
    this.comparator = toComparator(comparator);
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.QualifierFilter);
    writeOperator(writer, this.op);
    this.comparator.encode(writer);
  }

  override toString(): string {
    return comparisonText('QualifierFilter', this.op, this.comparator);
  }
}
