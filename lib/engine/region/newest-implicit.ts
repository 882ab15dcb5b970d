import { isCorruption } from '../../errors.js';
import { hasImplicitTime } from '../../keyvalue/cell-layout.js';
import { CellType } from '../../model/cell-type.js';
import { isDamaged } from './damaged-rows.js';
import type { Pruner } from './pruning.js';
import type { ReadStore } from './read-store.js';
import { visitCells } from './row-cells.js';
import type { ImplicitTimes } from './row-clock.js';

/**
 * The newest implicit timestamp of a row that is not below `from`. It takes into account all cells in memory, which
 * record how they got their timestamps, and the cells in files up to `upTo`, which do not record it. Files without a
 * timestamp from `from` on are left out. A damaged file counts as a delete at `upTo`.
 */
export function newestImplicit(
  stores: readonly ReadStore[],
  pruner: Pruner,
  row: Uint8Array,
  from: number,
  upTo: number,
): ImplicitTimes {
  const found: ImplicitTimes = { newest: -1, deleted: false };
  for (const store of stores) {
    if (store.damage !== null && isDamaged(store.damage, row)) return { newest: upTo, deleted: true };
    try {
      visitCells(store, pruner, row, null, from, (cell, inMemory) => {
        const { timestamp, type } = cell;
        // The rest of the column is even older.
        if (timestamp < from || timestamp < found.newest) return 'column';
        if (inMemory ? hasImplicitTime(cell) : timestamp <= upTo) {
          found.deleted = type !== CellType.Put || (timestamp === found.newest && found.deleted);
          found.newest = timestamp;
        }
        return 'cell';
      });
    } catch (error) {
      if (!isCorruption(error)) throw error;
      // A damaged file may contain anything. Reads report the damage, and this assumption is safe for writes.
      return { newest: upTo, deleted: true };
    }
  }
  return found;
}
