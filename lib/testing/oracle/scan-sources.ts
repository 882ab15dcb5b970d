/* The cells that the oracle returns for a scan of several sources, for tests of a region's scanner. */
import type { ScanInfo } from '../../engine/scan/scan-info.js';
import { readCellTtl } from '../../keyvalue/ttl-tag.js';
import { CellType } from '../../model/cell-type.js';
import type { TimeRange } from '../../model/time-range.js';
import { type TestCell, viewOf } from '../samples/cells.js';
import { scan } from './scan.js';
import type { FamilySets } from './store.js';
import type { StoredCell } from './stored-cell.js';

/** A cell, and its source. */
export interface PlacedCell {
  readonly cell: TestCell;
  /** The index of its family. */
  readonly family: number;
  /** The age of its source; larger means newer (O-8). */
  readonly source: number;
}

export interface SourcesScan {
  /** The requested columns, by index of the family; null means all. Families that are not named are not read. */
  readonly families: ReadonlyMap<number, readonly Uint8Array[] | null>;
  readonly start: Uint8Array;
  readonly startInclusive: boolean;
  readonly stop: Uint8Array | null;
  readonly stopInclusive: boolean;
  readonly reversed: boolean;
  readonly readPoint: number;
  /** Applies to every family. */
  readonly info: ScanInfo;
  readonly timeRange: TimeRange;
  readonly maxVersions: number;
  readonly now: number;
  readonly raw: boolean;
  readonly storeLimit: number;
  readonly storeOffset: number;
}

/** The cells of each row that the scan returns, in order. */
export function scanSources(placed: readonly PlacedCell[], wanted: SourcesScan): PlacedCell[][] {
  const { families, start, stop, timeRange, maxVersions, readPoint, ...others } = wanted;
  // Of two cells that differ only in the source, the one in the newer source counts. The oracle returns the first one
  // in the list.
  const existing = placed.filter(({ cell }) => cell.sequenceId <= readPoint).sort((a, b) => b.source - a.source);
  const placeOf = new Map(existing.map((one) => [storedCell(one), one]));
  const sets = [...families.keys()].sort().map((family): FamilySets => {
    const memory = [...placeOf.keys()].filter((cell) => cell.family === String(family));
    return { rules: { ...rulesOf(wanted.info), name: String(family) }, memory, files: [] };
  });
  const columns = [...families].flatMap<readonly [string, string?]>(([family, names]) => {
    return names === null ? [[String(family)]] : names.map((name) => [String(family), textOf(name)]);
  });
  const fields = { ...others, columns, start: textOf(start), stop: textOf(stop ?? NOTHING), versions: maxVersions };
  const rows = scan(sets, { op: 'scan', ...fields, timeRange: [timeRange.min, timeRange.max] }, wanted.now);
  return rows.map((cells) => cells.map((cell) => placeOf.get(cell) as PlacedCell));
}

const NOTHING = new Uint8Array(0);

function rulesOf({ maxVersions, minVersions, ttlMs, keepDeletedCells }: ScanInfo): Omit<FamilySets['rules'], 'name'> {
  return { versions: maxVersions, minVersions, ttlMs, keepDeletedCells, replays: false, purgeDelayMs: 0 };
}

function storedCell({ cell, family }: PlacedCell): StoredCell {
  const [type] = Object.entries(CellType).find(([, code]) => code === cell.type) as [StoredCell['type'], number];
  const ttl = readCellTtl(viewOf(cell));
  return {
    row: textOf(cell.row),
    family: String(family),
    qualifier: textOf(cell.qualifier),
    timestamp: cell.timestamp,
    type,
    value: textOf(cell.value),
    sequence: cell.sequenceId,
    ttl,
  };
}

/** One character per byte, the oracle's form of bytes. */
function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
