import type { ByteWriter } from '../bytes/byte-writer.js';
import { toStringBinary } from '../bytes/text.js';
import { invalidArgument } from '../errors.js';
import { type BytesLike, toBytes } from '../model/bytes-like.js';
import { Filter } from '../model/filter.js';
import { toList } from './constructor-arguments.js';
import { FilterKind } from './filter-kind.js';
import { shown } from './filter-to-string.js';

/**
 * Includes the rows that match at least one pair of a key and a mask of the same length: where the mask is 0, the row
 * must have the key's byte; where it is 1, any byte matches. Of a longer row, only the start is compared; of a shorter
 * row, only the bytes that it has. The scan seeks past other rows. HBase: `FuzzyRowFilter`.
 *
 * @example
 * const filter = new FuzzyRowFilter([['????_2026', '\x01\x01\x01\x01\x00\x00\x00\x00\x00']]);
 *
 * @see A-46
 */
export class FuzzyRowFilter extends Filter {
  readonly fuzzyKeys: readonly (readonly [key: Uint8Array, mask: Uint8Array])[];

  constructor(fuzzyKeys: readonly (readonly [key: BytesLike, mask: BytesLike])[]) {
    super();
    this.fuzzyKeys = toList(fuzzyKeys, 'fuzzy pairs').map((pair) => {
      const [first, second] = toList(pair, 'a fuzzy pair');
      const key = toBytes(first, 'a fuzzy key');
      const mask = toBytes(second, 'a fuzzy mask');
      if (key.length !== mask.length) {
        throw invalidArgument(`Fuzzy pair lengths do not match: {${toStringBinary(key)},${toStringBinary(mask)}}`);
      }
      if (mask.some((bit) => bit > 1))
        throw invalidArgument('the bytes of a fuzzy mask must be 0 (the same as in the key) or 1 (any)');
      return [key, mask];
    });
    if (this.fuzzyKeys.length === 0) throw invalidArgument('a FuzzyRowFilter needs at least one pair of key and mask');
  }

  encode(writer: ByteWriter): void {
    writer.u8(FilterKind.FuzzyRowFilter);
    writer.u32(this.fuzzyKeys.length);
    for (const [key, mask] of this.fuzzyKeys) {
      writer.sized(key);
      writer.raw(mask);
    }
  }

  override toString(): string {
    const pairs = this.fuzzyKeys.map(([key, mask]) => `{${shown(key)}:${shown(mask)}}`);
    return `FuzzyRowFilter{fuzzyKeysData=${pairs.join('')}}`;
  }
}
