import type { CachedBlock } from './block-cache.js';
import {
  ENTRY_CELL_KEY,
  ENTRY_KEY,
  ENTRY_KIND,
  ENTRY_LENGTH,
  ENTRY_ORDINAL,
  ENTRY_QUALIFIER_LENGTH,
  ENTRY_ROW_LENGTH,
} from './block-index-format.js';
import { SeparatorKind } from './last-key.js';

/**
 * Why the payload is not that of an index block, or null: its entries fill it without gaps, and point at blocks that
 * follow one another and lie before it. The order of the keys is not checked here.
 */
export function faultOfIndexBlock({ bytes, view, start, end, offset }: CachedBlock): string | null {
  const count = end - start < 4 ? 0 : view.getUint32(end - 4, true);
  const positions = end - 4 - 4 * count;
  if (count === 0 || positions < start) return `an index of ${end - start} bytes cannot have ${count} entries`;
  let at = start;
  let pointedTo = 0;
  let ordinal = -1;
  for (let entry = 0; entry < count; entry++) {
    if (view.getUint32(positions + 4 * entry, true) !== at - start) return `entry ${entry} is not at ${at - start}`;
    const room = positions - at;
    const kind = bytes[at + ENTRY_KIND] as number;
    const head = kind === SeparatorKind.Cell ? ENTRY_CELL_KEY : ENTRY_KEY;
    if (room < head || kind > SeparatorKind.Cell) return `entry ${entry} has a key of the kind ${kind}`;
    const block = view.getFloat64(at, true);
    const nextOrdinal = view.getUint32(at + ENTRY_ORDINAL, true);
    if (!(block >= pointedTo) || nextOrdinal <= ordinal) return `the block of entry ${entry} is not after the previous`;
    pointedTo = block + view.getUint32(at + ENTRY_LENGTH, true);
    if (pointedTo > offset) return `the block of entry ${entry} is not before its index`;
    ordinal = nextOrdinal;
    const length =
      head + view.getUint16(at + ENTRY_ROW_LENGTH, true) + view.getUint32(at + ENTRY_QUALIFIER_LENGTH, true);
    if (length > room) return `entry ${entry} has ${length} bytes, ${room} are left`;
    at += length;
  }
  return at === positions ? null : `${positions - at} bytes follow the last entry`;
}
