import type { ByteWriter } from '../bytes/byte-writer.js';
import { CompareFilter } from './compare-filter.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText } from './filter-text.js';

/**
 * Families whose name is as asked; the others of the row are passed over whole. HBase: `FamilyFilter`.
 */
export class FamilyFilter extends CompareFilter {
  encode(writer: ByteWriter): void {
    this.encodeAs(FilterKind.FamilyFilter, writer);
  }

  override toString(): string {
    return comparisonText('FamilyFilter', this.op, this.comparator);
  }
}
