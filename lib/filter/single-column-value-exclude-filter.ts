import type { ByteWriter } from '../bytes/byte-writer.js';
import { FilterKind } from './filter-kind.js';
import { SingleColumnValueFilter } from './single-column-value-filter.js';

/**
 * As SingleColumnValueFilter; the column that chose the row is then left out of it, and a row without other cells is dropped. HBase:
 * `SingleColumnValueExcludeFilter`.
 */
export class SingleColumnValueExcludeFilter extends SingleColumnValueFilter {
  override encode(writer: ByteWriter): void {
    this.encodeAs(FilterKind.SingleColumnValueExcludeFilter, writer);
  }

  override toString(): string {
    return this.textAs('SingleColumnValueExcludeFilter');
  }
}
