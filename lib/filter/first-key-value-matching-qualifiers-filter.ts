import type { ByteWriter } from '../bytes/byte-writer.js';
import { toQualifier } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { toList, writeList } from './filter-arguments.js';
import { FilterKind } from './filter-kind.js';
import { listText, shown } from './filter-text.js';

/**
 * The cells of each row up to, and with, the first whose qualifier is one of `qualifiers`. HBase:
 * `FirstKeyValueMatchingQualifiersFilter`, which HBase 3 no longer has.
 */
export class FirstKeyValueMatchingQualifiersFilter extends Filter {
  readonly qualifiers: readonly Uint8Array[];

  constructor(qualifiers: readonly BytesLike[]) {
    super();
    this.qualifiers = toList(qualifiers, 'qualifiers').map(toQualifier);
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.FirstKeyValueMatchingQualifiersFilter);
    writeList(writer, this.qualifiers);
  }

  override toString(): string {
    return `FirstKeyValueMatchingQualifiersFilter ${listText(this.qualifiers.map(shown))}`;
  }
}
