import type { ByteWriter } from '../bytes/byte-writer.js';
import { Filter } from '../model/filter.js';
import { toCount } from '../model/literal.js';
import { FilterKind } from './filter-kind.js';

/**
 * At most `pageSize` rows that pass it, then the scan ends. In a FilterList put it last: it counts every row that the members
 * before it let pass. `Scan.setLimit` is the better choice where it will do. HBase: `PageFilter`.
 *
 * @see F-16
 */
export class PageFilter extends Filter {
  readonly pageSize: number;

  constructor(pageSize: number) {
    super();
    this.pageSize = toCount(pageSize, 'the page size', Number.MAX_SAFE_INTEGER);
  }

  override hasFilterRow(): boolean {
    return true;
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.PageFilter);
    writer.f64(this.pageSize);
  }

  override toString(): string {
    return `PageFilter ${this.pageSize}`;
  }
}
