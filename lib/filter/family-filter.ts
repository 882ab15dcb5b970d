import type { ByteWriter } from '../bytes/byte-writer.js';
import { CompareFilter } from './compare-filter.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText } from './filter-to-string.js';

/** Includes the families whose name matches, and skips the others. HBase: `FamilyFilter`. */
export class FamilyFilter extends CompareFilter {
  encode(writer: ByteWriter): void {
    this.encodeAs(FilterKind.FamilyFilter, writer);
  }

  override toString(): string {
    return comparisonText('FamilyFilter', this.op, this.comparator);
  }
}
