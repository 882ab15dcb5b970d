import type { ByteWriter } from '../bytes/byte-writer.js';
import { CompareFilter } from './compare-filter.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText } from './filter-to-string.js';

/** Includes the columns whose qualifier matches. The empty qualifier is not special. HBase: `QualifierFilter`. */
export class QualifierFilter extends CompareFilter {
  encode(writer: ByteWriter): void {
    this.encodeAs(FilterKind.QualifierFilter, writer);
  }

  override toString(): string {
    return comparisonText('QualifierFilter', this.op, this.comparator);
  }
}
