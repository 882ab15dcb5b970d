import type { ByteWriter } from '../bytes/byte-writer.js';
import { Filter } from '../model/filter.js';
import { toFilter } from './filter-arguments.js';
import { FilterKind } from './filter-kind.js';

/**
 * Ends the scan as soon as `filter` rejects something: a row key, a cell or a whole row. Cells of that row that came before are still
 * part of the answer, unless `filter` drops the row. HBase: `WhileMatchFilter`.
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
