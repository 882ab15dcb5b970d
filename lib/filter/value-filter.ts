import type { ByteWriter } from '../bytes/byte-writer.js';
import { CompareFilter } from './compare-filter.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText } from './filter-to-string.js';

/**
 * Includes the cells whose value matches. Each version is tested: a read of one version returns the newest version that
 * matches, which may be an older one. HBase: `ValueFilter`.
 *
 * @example
 * const filter = new ValueFilter('EQUAL', new BinaryComparator('open'));
 *
 * @see R-44
 */
export class ValueFilter extends CompareFilter {
  encode(writer: ByteWriter): void {
    this.encodeAs(FilterKind.ValueFilter, writer);
  }

  override toString(): string {
    return comparisonText('ValueFilter', this.op, this.comparator);
  }
}
