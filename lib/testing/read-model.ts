/*
 * What a read must answer, written for obviousness: the specification's sections 3.2 and 3.7 word by word, on plain lists.
 * The newest version of each cell.
 */
import { compareBytes } from '../bytes/compare.js';
import { CellType } from '../model/cell-type.js';
import type { TestCell } from './cells.js';

/** A cell, and where it is kept. */
export interface StoredCell {
  readonly cell: TestCell;
  /** Index of its family. */
  readonly family: number;
  /** Age of the source that holds it: larger = newer (O-8). */
  readonly source: number;
}

export interface ModelScan {
  /** Wanted columns by index of the family, null = all; families that are not named are not read. */
  readonly families: ReadonlyMap<number, readonly Uint8Array[] | null>;
  readonly start: Uint8Array;
  readonly startInclusive: boolean;
  readonly stop: Uint8Array | null;
  readonly stopInclusive: boolean;
  readonly reversed: boolean;
  readonly readPoint: number;
}

export interface ModelRow {
  readonly row: Uint8Array;
  readonly cells: readonly StoredCell[];
}

/** The rows that the scan returns, in its order. */
export function readModel(stored: readonly StoredCell[], scan: ModelScan): ModelRow[] {
  const existing = stored.filter(({ cell }) => cell.sequenceId <= scan.readPoint);
  const rows = distinct(existing.map(({ cell }) => cell.row)).filter((row) => isInRange(row, scan));
  if (scan.reversed) rows.reverse();
  return rows.map((row) => ({ row, cells: readRow(existing, row, scan) })).filter(({ cells }) => cells.length > 0);
}

function readRow(existing: readonly StoredCell[], row: Uint8Array, scan: ModelScan): StoredCell[] {
  return [...scan.families]
    .sort(([a], [b]) => a - b)
    .flatMap(([family, wanted]) => {
      const ofRow = existing.filter((one) => one.family === family && same(one.cell.row, row));
      return distinct(ofRow.map(({ cell }) => cell.qualifier))
        .filter((qualifier) => wanted === null || wanted.some((one) => same(one, qualifier)))
        .flatMap((qualifier) => newestVersion(ofRow, qualifier));
    });
}

/** The put that is left of a column, if any. */
function newestVersion(ofRow: readonly StoredCell[], qualifier: Uint8Array): StoredCell[] {
  const ofColumn = ofRow.filter(({ cell }) => same(cell.qualifier, qualifier));
  const timestamps = (cells: readonly StoredCell[], type: number): number[] =>
    cells.filter(({ cell }) => cell.type === type).map(({ cell }) => cell.timestamp);
  const upTo = Math.max(
    -1,
    ...timestamps(ofRow, CellType.DeleteFamily),
    ...timestamps(ofColumn, CellType.DeleteColumn),
  );
  const exactly = [...timestamps(ofRow, CellType.DeleteFamilyVersion), ...timestamps(ofColumn, CellType.Delete)];
  return ofColumn
    .filter(({ cell }) => cell.type === CellType.Put && cell.timestamp > upTo && !exactly.includes(cell.timestamp))
    .sort((a, b) => b.cell.timestamp - a.cell.timestamp || b.cell.sequenceId - a.cell.sequenceId || b.source - a.source)
    .slice(0, 1);
}

/** R-80…R-84. */
function isInRange(row: Uint8Array, scan: ModelScan): boolean {
  const { start, startInclusive, stop, stopInclusive, reversed } = scan;
  const sign = reversed ? -1 : 1;
  const fromStart = start.length === 0 ? 1 : sign * compareBytes(row, start);
  const fromStop = stop === null ? -1 : sign * compareBytes(row, stop);
  return (fromStart > 0 || (fromStart === 0 && startInclusive)) && (fromStop < 0 || (fromStop === 0 && stopInclusive));
}

function distinct(values: readonly Uint8Array[]): Uint8Array[] {
  return [...values].sort(compareBytes).filter((value, index, all) => index === 0 || !same(value, all[index - 1]));
}

function same(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && compareBytes(a, b) === 0;
}
