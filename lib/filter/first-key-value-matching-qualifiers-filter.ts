import type { ByteWriter } from '../bytes/byte-writer.js';
import { toQualifier } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { toList, writeList } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';
import { listText, shown } from './filter-to-string.js';

/**
 * Includes the cells of each row up to and including the first one whose qualifier is in `qualifiers`. HBase:
 * `FirstKeyValueMatchingQualifiersFilter`, which HBase 3 removed.
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
