import { compareBytes, equalRanges } from '../../bytes/compare.js';
import { lowerBound } from '../../bytes/sorted.js';
import { toStringBinary } from '../../bytes/text.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { CellType } from '../../model/cell-type.js';
import { ALL_TIME } from '../../model/time-range.js';
import { isDamaged } from './damaged-rows.js';
import type { PrunedRead, Pruner } from './pruning.js';
import type { ReadStore } from './read-store.js';
import type { Store } from './store.js';

/** How a visit continues: with the next cell, with the next column, or not at all. */
export type VisitNext = 'cell' | 'column' | 'none';

const FIRST_COLUMN = [new Uint8Array()];

/**
 * Calls `visit` with the stored cells of a row of one family that are in `columns`, null for all of them, if they are in
 * memory or in a file with a timestamp of at least `from`: with markers and with cells that reads do not see, one source
 * after the other, each in cell order. Loads no values.
 */
export function visitCells(
  store: ReadStore,
  pruner: Pruner,
  row: Uint8Array,
  columns: readonly Uint8Array[] | null,
  from: number,
  visit: (cell: CellView, inMemory: boolean) => VisitNext,
): void {
  const timeRange = { min: from, max: ALL_TIME.max };
  const rows = { start: row, stop: row };
  const read: PrunedRead = { rows, qualifiers: columns, timeRange, raw: true, now: from, everyRow: false };
  const { view } = store;
  const key = new SeekKey();
  let sources: readonly KeyValueScanner[] = [];
  try {
    sources = store.sources(view, read, pruner, null);
    for (const scanner of sources) {
      const inMemory = scanner.order >= view.files.length;
      for (const column of columns ?? FIRST_COLUMN) {
        scanner.seek(key.firstOnColumn(row, column));
        for (let cell = scanner.current; cell !== null && isOf(cell, row); cell = scanner.current) {
          if (columns !== null && !isIn(cell, column)) break;
          const next = visit(cell, inMemory);
          if (next === 'none') return;
          if (next === 'cell') scanner.next();
          else scanner.reseek(key.lastOnColumnOf(cell));
        }
      }
    }
  } finally {
    for (const scanner of sources) scanner.close();
  }
}

/**
 * Calls `test` with all stored cells of a row of one family, as `visitCells` does, until it returns true, and returns
 * whether it did. Throws CORRUPTION if the row cannot be read.
 */
export function someCell(
  store: ReadStore,
  pruner: Pruner,
  row: Uint8Array,
  test: (cell: CellView) => boolean,
): boolean {
  for (const damaged of store.damage ?? []) if (isDamaged([damaged], row)) throw damaged.error;
  let found = false;
  visitCells(store, pruner, row, null, ALL_TIME.min, (cell) => {
    found = test(cell);
    return found ? 'none' : 'cell';
  });
  return found;
}

/** Whether a cell belongs to a row. */
export function isOf({ key, rowOffset, rowLength }: CellView, row: Uint8Array): boolean {
  return equalRanges(key, rowOffset, rowLength, row, 0, row.length);
}

/** Whether a cell belongs to a column. */
export function isIn({ key, qualifierOffset, qualifierLength }: CellView, column: Uint8Array): boolean {
  return equalRanges(key, qualifierOffset, qualifierLength, column, 0, column.length);
}

/** Whether a cell belongs to one of the columns; null: all. REQUIRES qualifiers in byte order. */
export function isAmong(qualifiers: readonly Uint8Array[] | null, cell: CellView): boolean {
  if (qualifiers === null) return true;
  const own = cell.copyQualifier();
  const found = qualifiers[lowerBound(qualifiers, (qualifier) => compareBytes(qualifier, own) < 0)];
  return found !== undefined && isIn(cell, found);
}

/** Whether a cell of this type belongs to all columns of its family. */
export function isOfFamily(type: number): boolean {
  return type === CellType.DeleteFamily || type === CellType.DeleteFamilyVersion;
}

/** Describes a cell and its place, for people. */
export function cellText({ family: { name } }: Store, cell: CellView): string {
  const { type } = cell;
  const ofFamily = isOfFamily(type);
  const place = ofFamily ? `family '${name}'` : `column '${name}:${toStringBinary(cell.copyQualifier())}'`;
  return `${type === CellType.Put ? 'a cell' : 'a delete'} of ${place}`;
}
