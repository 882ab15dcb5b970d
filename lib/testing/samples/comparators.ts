/* Runs comparators, for their tests. */

import { ByteWriter } from '../../bytes/byte-writer.js';
import { toBytesBinary } from '../../bytes/text.js';
import { readComparison } from '../../engine/filter/read-comparison.js';
import { FilterReader } from '../../filter/filter-reader.js';
import type { Comparator } from '../../model/filter.js';

/**
 * The sign of the comparator's result for stored bytes, which are given as bytes or in printable form. The comparator
 * reads them in the middle of other bytes.
 */
export function compared(comparator: Comparator, stored: string | Uint8Array): number {
  const writer = new ByteWriter();
  comparator.encode(writer);
  const compare = readComparison(
    new FilterReader(writer.finish(), () => {
      throw new Error('a comparator holds no filter');
    }),
  );
  const bytes = typeof stored === 'string' ? toBytesBinary(stored) : stored;
  return Math.sign(compare(Uint8Array.from([0x61, 0x80, ...bytes, 0x61, 0xff]), 2, bytes.length));
}
