/* What a read must answer, written for obviousness: the rules of the read path word by word, on plain lists. */
import { compareBytes } from '../../bytes/compare.js';
import type { ScanInfo } from '../../engine/scan/scan-info.js';
import { readCellTtl } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import type { TimeRange } from '../../model/time-range.js';
import { type TestCell, viewOf } from './cells.js';

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
  /** Of every family. */
  readonly info: ScanInfo;
  readonly timeRange: TimeRange;
  readonly maxVersions: number;
  readonly now: number;
  readonly raw: boolean;
  readonly storeLimit: number;
  readonly storeOffset: number;
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
  const { storeLimit: limit, storeOffset: offset } = scan;
  return [...scan.families]
    .sort(([a], [b]) => a - b)
    .flatMap(([family, wanted]) => {
      const ofRow = existing.filter((one) => one.family === family && same(one.cell.row, row));
      const shown = distinct(ofRow.map(({ cell }) => cell.qualifier))
        .filter((qualifier) => wanted === null || wanted.some((one) => same(one, qualifier)))
        .flatMap((qualifier) => {
          const ofColumn = sorted(ofRow.filter(({ cell }) => same(cell.qualifier, qualifier)));
          return scan.raw ? readRaw(ofColumn, scan) : readPuts(ofColumn, ofRow, scan);
        });
      // A limit of 0 is looked at behind the first cell.
      return limit < 0 ? shown.slice(offset) : shown.slice(offset, Math.max(offset + limit, 1));
    });
}

/** Step 2 of the read algorithm, for one column. */
function readPuts(ofColumn: readonly StoredCell[], ofRow: readonly StoredCell[], scan: ModelScan): StoredCell[] {
  const { info, timeRange, now } = scan;
  const markers = ofRow.filter(({ cell }) => cell.type !== CellType.Put && counts(cell, scan));
  const shown: StoredCell[] = [];
  for (const one of ofColumn.filter(({ cell }) => cell.type === CellType.Put)) {
    const { timestamp } = one.cell;
    const expired = timestamp < now - info.ttlMs;
    if (info.minVersions === 0 && expired) break;
    if (isCellExpired(one.cell, now) || markers.some(({ cell }) => deletes(cell, one.cell))) continue;
    if (timestamp >= timeRange.max) continue;
    if (timestamp < timeRange.min) break;
    if (timestamp === shown.at(-1)?.cell.timestamp) continue;
    if (shown.length === Math.min(scan.maxVersions, info.maxVersions)) break;
    if (shown.length >= info.minVersions && expired) break;
    shown.push(one);
  }
  return shown;
}

/** R-20…R-22. */
function counts({ timestamp }: TestCell, { info, timeRange, now }: ModelScan): boolean {
  if (info.minVersions === 0 && timestamp < now - info.ttlMs) return false;
  return timestamp >= timeRange.min && (info.keepDeletedCells === 'FALSE' || timestamp < timeRange.max);
}

/** R-24; sequence ids play no role. */
function deletes(marker: TestCell, put: TestCell): boolean {
  const { timestamp, qualifier } = marker;
  switch (marker.type) {
    case CellType.DeleteFamily:
      return put.timestamp <= timestamp;
    case CellType.DeleteFamilyVersion:
      return put.timestamp === timestamp;
    case CellType.DeleteColumn:
      return same(put.qualifier, qualifier) && put.timestamp <= timestamp;
    default:
      return same(put.qualifier, qualifier) && put.timestamp === timestamp;
  }
}

/** R-50…R-52, for one column. */
function readRaw(ofColumn: readonly StoredCell[], { timeRange, maxVersions, now }: ModelScan): StoredCell[] {
  const shown: StoredCell[] = [];
  for (const one of ofColumn) {
    const { timestamp, type } = one.cell;
    if (isCellExpired(one.cell, now) || timestamp >= timeRange.max) continue;
    if (timestamp < timeRange.min) break;
    const last = shown.at(-1)?.cell;
    if (last?.timestamp === timestamp && last.type === type) continue;
    const puts = shown.filter(({ cell }) => cell.type === CellType.Put).length;
    if (type === CellType.Put && puts === maxVersions) break;
    shown.push(one);
  }
  return shown;
}

/** */
function isCellExpired(cell: TestCell, now: number): boolean {
  return cell.timestamp + readCellTtl(viewOf(cell)) < now;
}

/** O-2, O-8. */
function sorted(ofColumn: readonly StoredCell[]): StoredCell[] {
  return [...ofColumn].sort(
    ({ cell: a, source: sourceOfA }, { cell: b, source: sourceOfB }) =>
      b.timestamp - a.timestamp || b.type - a.type || b.sequenceId - a.sequenceId || sourceOfB - sourceOfA,
  );
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
