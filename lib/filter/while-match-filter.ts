import type { ByteWriter } from '../bytes/byte-writer.js';
import { Filter } from '../model/filter.js';
import { toFilter } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';

/**
 * Ends the scan as soon as `filter` rejects a row key, a cell or a row. The earlier cells of that row are still
 * returned, unless `filter` drops the row. HBase: `WhileMatchFilter`.
 *
 * @see F-5
 */
export class WhileMatchFilter extends Filter {
  readonly filter: Filter;

  constructor(filter: Filter) {
    super();
    this.filter = toFilter(filter);
  }

  override hasFilterRow(): boolean {
    return true;
  }

  override members(): readonly Filter[] {
    return [this.filter];
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.WhileMatchFilter);
    this.filter.encode(writer);
  }

  override toString(): string {
    return `WhileMatchFilter ${this.filter}`;
  }
}
