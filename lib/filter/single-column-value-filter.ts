import type { ByteWriter } from '../bytes/byte-writer.js';
import { toFamily, toQualifier } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { CompareOperator } from '../model/compare-operator.js';
import { type Comparator, Filter } from '../model/filter.js';
import { toBoolean } from '../model/literal.js';
import { toColumnTest, toOperator, writeOperator } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText, shown } from './filter-to-string.js';

/**
 * Includes complete rows if the newest version of one column matches. Rows without the column pass, unless you call
 * `setFilterIfMissing(true)`. A column that is not part of the read counts as missing. HBase:
 * `SingleColumnValueFilter`.
 *
 * @example
 * const filter = new SingleColumnValueFilter('f', 'state', 'EQUAL', 'open').setFilterIfMissing(true);
 */
export class SingleColumnValueFilter extends Filter {
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  /**
   * `stored op argument`; with NO_OP, the read fails with RUNTIME at the first comparison.
   *
   * @see F-3
   */
  readonly op: CompareOperator;
  readonly comparator: Comparator;
  /** Whether rows without the column are dropped. */
  readonly filterIfMissing: boolean = false;
  /** Whether only the newest version counts; otherwise any matching version includes the row. */
  readonly latestVersionOnly: boolean = true;

  /** If `value` is bytes or text, a BinaryComparator is created from it. */
  constructor(family: BytesLike, qualifier: BytesLike | null, op: CompareOperator, value: BytesLike | Comparator) {
    super();
    this.family = toFamily(family);
    this.qualifier = toQualifier(qualifier);
    this.op = toOperator(op);
    this.comparator = toColumnTest(value);
  }

  setFilterIfMissing(filterIfMissing: boolean): this {
    return Object.assign(this, { filterIfMissing: toBoolean(filterIfMissing, 'filterIfMissing') });
  }

  setLatestVersionOnly(latestVersionOnly: boolean): this {
    return Object.assign(this, { latestVersionOnly: toBoolean(latestVersionOnly, 'latestVersionOnly') });
  }

  override hasFilterRow(): boolean {
    return true;
  }

  encode(writer: ByteWriter): void {
    this.encodeAs(FilterKind.SingleColumnValueFilter, writer);
  }

  override toString(): string {
    return this.textAs('SingleColumnValueFilter');
  }

  protected encodeAs(kind: FilterKind, writer: ByteWriter): void {
    writer.u8(kind);
    writer.sized(this.family);
    writer.sized(this.qualifier);
    writeOperator(writer, this.op);
    this.comparator.encode(writer);
    writer.u8(Number(this.filterIfMissing));
    writer.u8(Number(this.latestVersionOnly));
  }

  protected textAs(name: string): string {
    const { family, qualifier, op, comparator } = this;
    return comparisonText(name, op, comparator, shown(family), shown(qualifier));
  }
}
