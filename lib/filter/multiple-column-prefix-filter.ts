import type { ByteWriter } from '../bytes/byte-writer.js';
import { compareBytes, equalBytes } from '../bytes/compare.js';
import { invalidArgument } from '../errors.js';
import { type BytesLike, toBytes } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { toList, writeList } from './filter-arguments.js';
import { FilterKind } from './filter-kind.js';
import { listText, shown } from './filter-text.js';

/**
 * Columns whose qualifier begins with one of `prefixes`, whichever, all others jumped over; none given: every column. They must be
 * distinct. HBase: `MultipleColumnPrefixFilter`.
 *
 * @see A-20
 */
export class MultipleColumnPrefixFilter extends Filter {
  /** In byte order. */
  readonly prefixes: readonly Uint8Array[];

  constructor(prefixes: readonly BytesLike[]) {
    super();
    this.prefixes = toList(prefixes, 'prefixes')
      .map((prefix) => toBytes(prefix, 'a prefix'))
      .sort(compareBytes);
    if (this.prefixes.some((prefix, at) => at > 0 && equalBytes(prefix, this.prefixes[at - 1] as Uint8Array))) {
      throw invalidArgument('prefixes must be distinct');
    }
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.MultipleColumnPrefixFilter);
    writeList(writer, this.prefixes);
  }

  override toString(): string {
    return `MultipleColumnPrefixFilter ${listText(this.prefixes.map(shown))}`;
  }
}
