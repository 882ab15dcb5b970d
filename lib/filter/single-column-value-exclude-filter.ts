import type { ByteWriter } from '../bytes/byte-writer.js';
import { FilterKind } from './filter-kind.js';
import { SingleColumnValueFilter } from './single-column-value-filter.js';

/**
 * Works like SingleColumnValueFilter, and then removes the tested column from each row; a row without other cells is
 * dropped. HBase: `SingleColumnValueExcludeFilter`.
 */
export class SingleColumnValueExcludeFilter extends SingleColumnValueFilter {
  override encode(writer: ByteWriter): void {
    this.encodeAs(FilterKind.SingleColumnValueExcludeFilter, writer);
  }

  override toString(): string {
    return this.textAs('SingleColumnValueExcludeFilter');
  }
}
