import type { ByteWriter } from '../bytes/byte-writer.js';
import { CompareFilter } from './compare-filter.js';
import { FilterKind } from './filter-kind.js';
import { comparisonText } from './filter-text.js';

/** Columns whose qualifier is as asked, the empty one like any other. HBase: `QualifierFilter`. */
export class QualifierFilter extends CompareFilter {
  encode(writer: ByteWriter): void {
    this.encodeAs(FilterKind.QualifierFilter, writer);
  }

  override toString(): string {
    return comparisonText('QualifierFilter', this.op, this.comparator);
  }
}
