import { storedTable, type TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { FamilyRecord, TableRecord } from '../../storage/catalog/catalog.js';
import type { Engine } from './engine.js';
import { droppedFamilies, newFamilyIds } from './family-ids.js';
import { pathsOf } from './named-files.js';
import type { Region } from './region.js';
import { entryFamilyName, isEntryFamily } from './region-index.js';

/*
 * Indexes that begin again, because they may lack entries.
 */

/** `record` with indexes without entries, in new families. `lastSequenceId`: the largest sequence id used so far. */
export function withNewIndexes(record: TableRecord, lastSequenceId: number): TableRecord {
  const { indexes = [] } = record;
  if (indexes.length === 0) return record;
  const old = indexes.map(({ familyId }) => familyId);
  const dropped = droppedFamilies(record, old, lastSequenceId);
  const ids = newFamilyIds(
    record,
    [...record.families, ...dropped].map(({ id }) => id),
  );
  const made = indexes.map((index) => ({ ...index, familyId: ids.next(), complete: false }));
  return {
    ...record,
    nextFamilyId: ids.nextFamilyId,
    droppedFamilies: dropped,
    families: [
      ...record.families.filter(({ id }) => !old.includes(id)),
      ...made.map(({ familyId, name }): FamilyRecord => ({ id: familyId, name: entryFamilyName(name), runs: [] })),
    ],
    indexes: made,
  };
}

/** `record` with indexes that keep their entries and are built again. */
export function withIncompleteIndexes(record: TableRecord): TableRecord {
  const { indexes } = record;
  return indexes === undefined ? record : { ...record, indexes: indexes.map((one) => ({ ...one, complete: false })) };
}

/**
 * `record` as an earlier version has written it, with the indexes to build again that may lack entries: of rows with -0,
 * for which it used another key, or of what an expiry shows again with NEW_VERSION_BEHAVIOR.
 */
export function withOlderEntries(record: TableRecord): TableRecord {
  const { descriptor, indexes } = record;
  const { families } = descriptor as TableDescriptor;
  const lacksVersions = families.some(({ newVersionBehavior }) => newVersionBehavior);
  const again = indexes?.map((one) => {
    if (one.order.includes('float64')) return { ...one, complete: false, twoZeros: true };
    return lacksVersions ? { ...one, complete: false } : one;
  });
  return again === undefined ? record : { ...record, indexes: again };
}

/** The paths of the files with the entries of the indexes of a record. */
export function entryPaths(record: TableRecord): string[] {
  return pathsOf({
    ...record,
    families: record.families.filter(({ name }) => isEntryFamily(name)),
    rollbackPoints: [],
  });
}

/** A region uses the indexes that its record has now. */
export function reopenIndexes(engine: Engine, { id }: Pick<Region, 'id'>): void {
  const record = engine.commit.table(id);
  const region = record === undefined ? undefined : engine.regions.get(record.name);
  if (record === undefined || region?.id !== id) return;
  region.alter(storedTable(record.descriptor as TableDescriptor), record, engine);
}
