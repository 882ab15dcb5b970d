/*
 * What flushes and compactions remove from a family, as far as an increment of an export has to know it
 * (engine/backup/increments). The record of a family has the generations of the last commits that removed it.
 */
import type { FamilyDescriptor } from '../../model/schema/family-descriptor.js';
import type { FamilyRecord, PurgedCells } from '../../storage/catalog/catalog.js';
import type { CellStatistics } from '../../storage/storefile/cell-statistics.js';

/** The numbers of cells before or after they are rewritten. */
export interface CellCounts {
  readonly puts: number;
  readonly markers: number;
  readonly hasTags: boolean;
}

export function countsOf(files: readonly CellStatistics[]): CellCounts {
  let puts = 0;
  let cells = 0;
  for (const { cellCount, putCount } of files) {
    cells += cellCount;
    puts += putCount;
  }
  return { puts, markers: cells - puts, hasTags: files.some(({ hasTags }) => hasTags) };
}

/**
 * What was removed when `before` was rewritten as `after`. Puts with their own time to live may hide others only for a
 * time, and with NEW_VERSION_BEHAVIOR every put may matter, so then the removal of a put counts like that of a marker.
 */
export function purgedBetween(
  before: CellCounts,
  after: CellCounts,
  { newVersionBehavior }: { readonly newVersionBehavior: boolean },
): keyof PurgedCells | null {
  if (after.markers < before.markers) return 'all';
  if (after.puts >= before.puts) return null;
  return newVersionBehavior || before.hasTags || after.hasTags ? 'all' : 'puts';
}

/** `family` after the commit of this generation has removed this. */
export function withPurged(family: FamilyRecord, purged: keyof PurgedCells | null, generation: number): FamilyRecord {
  return purged === null ? family : { ...family, purged: { ...family.purged, [purged]: generation } };
}

/** Whether the attributes that decide which cells are visible differ. */
export function changesRules(before: FamilyDescriptor, after: FamilyDescriptor): boolean {
  return RULES.some((rule) => before[rule] !== after[rule]);
}

const RULES = ['maxVersions', 'minVersions', 'timeToLive', 'keepDeletedCells', 'newVersionBehavior'] as const;
