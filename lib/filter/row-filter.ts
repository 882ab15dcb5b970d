import type { ByteWriter } from '../bytes/byte-writer.js';
import { CompareFilter } from './compare-filter.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText } from './filter-text.js';

/**
 * Rows whose key is as asked. For a range of rows `Scan.withStartRow` and `withStopRow` are the better choice: they read nothing else.
 * HBase: `RowFilter`.
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
