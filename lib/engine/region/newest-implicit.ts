import { isCorruption } from '../../errors.js';
import { hasImplicitTime } from '../../keyvalue/cell-layout.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { CellType } from '../../model/cell-type.js';
import { ALL_TIME } from '../../model/time-range.js';
import { isDamaged } from './damaged-rows.js';
import type { PrunedRead, Pruner } from './pruning.js';
import type { ReadStore } from './read-store.js';
import { isOf } from './row-cells.js';
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
  const read: PrunedRead = {
    rows: { start: row, stop: row },
    qualifiers: null,
    timeRange: { min: from, max: ALL_TIME.max },
    raw: true,
    now: from,
    everyRow: false,
  };
  for (const store of stores) {
    if (store.damage !== null && isDamaged(store.damage, row)) return { newest: upTo, deleted: true };
    const { view } = store;
    let sources: readonly KeyValueScanner[] = [];
    try {
      sources = store.sources(view, read, pruner, null);
      for (const scanner of sources) {
        const inMemory = scanner.order >= view.files.length;
        visit(scanner, row, from, (cell) => (inMemory ? hasImplicitTime(cell) : cell.timestamp <= upTo), found);
      }
    } catch (error) {
      if (!isCorruption(error)) throw error;
      // A damaged file may contain anything. Reads report the damage, and this assumption is safe for writes.
      return { newest: upTo, deleted: true };
    } finally {
      for (const scanner of sources) scanner.close();
    }
  }
  return found;
}

function visit(
  scanner: KeyValueScanner,
  row: Uint8Array,
  from: number,
  counts: (cell: CellView) => boolean,
  found: ImplicitTimes,
): void {
  const key = new SeekKey();
  scanner.seek(key.firstOnRow(row));
  for (let cell = scanner.current; cell !== null && isOf(cell, row); cell = scanner.current) {
    const { timestamp } = cell;
    if (timestamp < from || timestamp < found.newest) {
      // The rest of the column is even older.
      scanner.reseek(key.lastOnColumnOf(cell));
      continue;
    }
    if (counts(cell)) {
      found.deleted = cell.type !== CellType.Put || (timestamp === found.newest && found.deleted);
      found.newest = timestamp;
    }
    scanner.next();
  }
}
