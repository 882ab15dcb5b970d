import type { ByteWriter } from '../bytes/byte-writer.js';
import { Filter } from '../model/filter.js';
import { toCount } from '../model/literal.js';
import { FilterKind } from './filter-kind.js';

/**
 * Ends the scan after `pageSize` rows. In a FilterList put it last, because it counts every row that the members before
 * it let pass. Prefer `Scan.setLimit` where possible. HBase: `PageFilter`.
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
