import type { ByteWriter } from '../bytes/byte-writer.js';
import { toFamily, toQualifier } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { CompareOperator } from '../model/compare-operator.js';
import { type Comparator, Filter } from '../model/filter.js';
import { toBoolean } from '../model/literal.js';
import { toComparator, toOperator, writeOperator } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText, shown } from './filter-to-string.js';

/**
 * Includes the cells of each row, in all families, that have the same timestamp as a cell of one column. With `op` and
 * `comparator`, only the cells of that column whose value matches count. HBase: `DependentColumnFilter`.
 */
export class DependentColumnFilter extends Filter {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  /** Whether the cells of the column itself are left out. */
  readonly dropDependentColumn: boolean;
  /** `stored op argument`. @see F-3 */
  readonly op: CompareOperator;
  /** Null: every value matches. */
  readonly comparator: Comparator | null;

  constructor(
    family: BytesLike,
    qualifier: BytesLike | null,
    dropDependentColumn = false,
    op: CompareOperator = 'NO_OP',
    comparator: Comparator | null = null,
  ) {
    super();
    this.family = toFamily(family);
    this.qualifier = toQualifier(qualifier);
    this.dropDependentColumn = toBoolean(dropDependentColumn, 'dropDependentColumn');
    this.op = toOperator(op);
    this.comparator = comparator === null ? null : toComparator(comparator);
  }

  override hasFilterRow(): boolean {
    return true;
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.DependentColumnFilter);
    writer.sized(this.family);
    writer.sized(this.qualifier);
    writer.u8(Number(this.dropDependentColumn));
    writer.u8(Number(this.comparator !== null));
    if (this.comparator === null) return;
    writeOperator(writer, this.op);
    this.comparator.encode(writer);
  }

  override toString(): string {
    const { family, qualifier, dropDependentColumn, op, comparator } = this;
    const column = [shown(family), shown(qualifier), dropDependentColumn];
    return comparisonText('DependentColumnFilter', op, comparator, ...column);
  }
}
