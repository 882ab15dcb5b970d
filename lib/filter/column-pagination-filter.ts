import type { ByteWriter } from '../bytes/byte-writer.js';
import { type BytesLike, toBytes } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { toCount } from '../model/literal.js';
import { FilterKind } from './filter-kind.js';
import { shown } from './filter-to-string.js';

/**
 * Includes the newest version of `limit` columns of each row, counted across its families. If `offset` is a number,
 * that many columns are skipped first; if it is bytes or text, the page begins at the first qualifier that is not
 * smaller. The sum of `limit` and `offset` does not overflow. HBase: `ColumnPaginationFilter`.
 *
 * @see A-49
 */
export class ColumnPaginationFilter extends Filter {
  readonly limit: number;
  readonly offset: number | Uint8Array;

  constructor(limit: number, offset: number | BytesLike) {
    super();
    this.limit = toCount(limit, 'limit');
    this.offset = typeof offset === 'number' ? toCount(offset, 'offset') : toBytes(offset, 'the first column');
  }

  encode(writer: ByteWriter): void {
    const { limit, offset } = this;
    writer.u8(FilterKind.ColumnPaginationFilter);
    writer.f64(limit);
    writer.u8(Number(typeof offset !== 'number'));
    if (typeof offset === 'number') writer.f64(offset);
    else writer.sized(offset);
  }

  override toString(): string {
    const { limit, offset } = this;
    return `ColumnPaginationFilter (${limit}, ${typeof offset === 'number' ? offset : shown(offset)})`;
  }
}
