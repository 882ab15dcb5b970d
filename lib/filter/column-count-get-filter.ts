import type { ByteWriter } from '../bytes/byte-writer.js';
import { Filter } from '../model/filter.js';
import { toCount } from '../model/literal.js';
import { FilterKind } from './filter-kind.js';

/**
 * Includes the newest version of the first `limit` columns of a row, counted across its families. Meant for a Get: a
 * Scan ends with the first row that has more columns. HBase: `ColumnCountGetFilter`.
 *
 * @see A-48
 */
export class ColumnCountGetFilter extends Filter {
  readonly limit: number;

  constructor(limit: number) {
    super();
    this.limit = toCount(limit, 'limit');
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.ColumnCountGetFilter);
    writer.f64(this.limit);
  }

  override toString(): string {
    return `ColumnCountGetFilter ${this.limit}`;
  }
}
