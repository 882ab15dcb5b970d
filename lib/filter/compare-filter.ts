import type { ByteWriter } from '../bytes/byte-writer.js';
import type { CompareOperator } from '../model/compare-operator.js';
import { type Comparator, Filter } from '../model/filter.js';
import { toComparator, toOperator, writeOperator } from './constructor-arguments.js';
import type { FilterKind } from './filter-kind.js';

/** The base of filters that compare one part of a row or cell. HBase: `CompareFilter`. */
export abstract class CompareFilter extends Filter {
  /** `stored op argument`. @see F-3 */
  readonly op: CompareOperator;
  readonly comparator: Comparator;

  /** Throws INVALID_ARGUMENT if `op` is not an operator or `comparator` not a Comparator. */
  constructor(op: CompareOperator, comparator: Comparator) {
    super();
    this.op = toOperator(op);
    this.comparator = toComparator(comparator);
  }

  protected encodeAs(kind: FilterKind, writer: ByteWriter): void {
    writer.u8(kind);
    writeOperator(writer, this.op);
    this.comparator.encode(writer);
  }
}
