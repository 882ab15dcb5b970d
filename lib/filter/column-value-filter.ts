import type { ByteWriter } from '../bytes/byte-writer.js';
import { toFamily, toQualifier } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { CompareOperator } from '../model/compare-operator.js';
import { type Comparator, Filter } from '../model/filter.js';
import { toColumnTest, toOperator, writeOperator } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText, shown } from './filter-to-string.js';

/** Includes only the cells of one column whose value matches; each version is tested. HBase: `ColumnValueFilter`. */
export class ColumnValueFilter extends Filter {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  /** `stored op argument`. @see F-3 */
  readonly op: CompareOperator;
  readonly comparator: Comparator;

  /** If `value` is bytes or text, a BinaryComparator is created from it. */
  constructor(family: BytesLike, qualifier: BytesLike | null, op: CompareOperator, value: BytesLike | Comparator) {
    super();
    this.family = toFamily(family);
    this.qualifier = toQualifier(qualifier);
    this.op = toOperator(op);
    this.comparator = toColumnTest(value);
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.ColumnValueFilter);
    writer.sized(this.family);
    writer.sized(this.qualifier);
    writeOperator(writer, this.op);
    this.comparator.encode(writer);
  }

  override toString(): string {
    const { family, qualifier, op, comparator } = this;
    return comparisonText('ColumnValueFilter', op, comparator, shown(family), shown(qualifier));
  }
}
