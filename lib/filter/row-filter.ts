import type { ByteWriter } from '../bytes/byte-writer.js';
import { CompareFilter } from './compare-filter.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText } from './filter-to-string.js';

/**
 * Includes the rows whose key matches. For a range of rows prefer `Scan.withStartRow` and `withStopRow`, which read no
 * other rows. HBase: `RowFilter`.
 *
 * @example
 * const filter = new RowFilter('EQUAL', new SubstringComparator('.com'));
 */
export class RowFilter extends CompareFilter {
  encode(writer: ByteWriter): void {
    this.encodeAs(FilterKind.RowFilter, writer);
  }

  override toString(): string {
    return comparisonText('RowFilter', this.op, this.comparator);
  }
}
