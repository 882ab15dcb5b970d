import type { ByteWriter } from '../bytes/byte-writer.js';
import { compareBytes, equalBytes } from '../bytes/compare.js';
import { invalidArgument } from '../errors.js';
import { type BytesLike, toBytes } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { toList, writeList } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';
import { listText, shown } from './filter-to-string.js';

/**
 * Includes the columns whose qualifier begins with any of `prefixes`, and seeks past the others; an empty list
 * includes every column. The prefixes must be distinct. HBase: `MultipleColumnPrefixFilter`.
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
    let last: Uint8Array | null = null;
    for (const prefix of this.prefixes) {
      if (last !== null && equalBytes(prefix, last)) throw invalidArgument('prefixes must be distinct');
      last = prefix;
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
