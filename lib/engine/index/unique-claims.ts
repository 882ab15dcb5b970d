/*
 * A unique index is judged at the end of each atomic step: two rows may have the same value between its mutations. So a
 * mutation claims the values that it gives to its row, and the claims are judged once all mutations were applied.
 *
 * The values that count are those that rows show now or will show again by expiry alone, not those that they would show
 * if the clock were set back.
 */
import { equalBytes } from '../../bytes/compare.js';
import { toStringBinary } from '../../bytes/text.js';
import { BigtabError } from '../../errors.js';
import type { IndexOrder } from '../../model/schema/index-descriptor.js';
import type { Region } from '../region/region.js';
import type { RegionIndex } from '../region/region-index.js';
import { entriesFrom } from './entry-cursor.js';
import { type Entry, entriesOf } from './index-entries.js';
import { isSameValue } from './index-key.js';
import { type IndexSnapshot, snapshotOf } from './index-snapshot.js';

/** Values of a unique index that a row got. */
export interface UniqueClaim {
  readonly region: Region;
  readonly index: RegionIndex;
  readonly row: Uint8Array;
  readonly entry: Entry;
}

/**
 * Judges the claim at `at`. Throws CONDITION_FAILED if its row still has the values, and another row has them too, which
 * did not claim them later.
 */
export function requireUnique(claims: readonly UniqueClaim[], at: number, readPoint: number, now: number): void {
  const { region, index, row, entry } = claims[at] as UniqueClaim;
  const snapshot = snapshotOf(region, readPoint, now);
  const parts = entry.key.subarray(0, entry.partsLength);
  for (const key of entriesFrom(index, parts, readPoint, now)) {
    if (!equalBytes(key.subarray(0, parts.length), parts)) return;
    const owner = key.slice(parts.length);
    if (equalBytes(owner, row) || !hasValues(snapshot, index, owner, entry)) continue;
    if (!hasValues(snapshot, index, row, entry)) return;
    const isLater = claims.some(
      (claim, place) =>
        place > at && claim.index === index && equalBytes(claim.row, owner) && isSame(index, claim.entry, entry),
    );
    if (!isLater) throw notUnique(index, owner, row);
  }
}

function hasValues(snapshot: IndexSnapshot, index: RegionIndex, row: Uint8Array, entry: Entry): boolean {
  return entriesOf(snapshot, index, row, null).some((other) => isSame(index, other, entry));
}

function isSame({ descriptor }: RegionIndex, { values }: Entry, other: Entry): boolean {
  const { order } = descriptor;
  return values.every((value, at) => isSameValue(order[at] as IndexOrder, value, other.values[at] as Uint8Array));
}

function notUnique({ name }: RegionIndex, owner: Uint8Array, row: Uint8Array): BigtabError {
  const [taken, refused] = [toStringBinary(owner), toStringBinary(row)];
  return new BigtabError(
    'CONDITION_FAILED',
    `Index '${name}' is unique, and row '${taken}' has the values that row '${refused}' would get`,
    { details: { index: name, row: taken, refused } },
  );
}
