import { compareBytes } from '../bytes/compare.js';
import type { FamilyRecord, TableRecord } from '../catalog/catalog.js';
import { storeFilePath } from '../fs/file-names.js';
import { type FamilyDescriptor, familyNameBytes } from '../model/family-descriptor.js';
import type { TableDescriptor } from '../model/table-descriptor.js';

/* What the catalog keeps of a table: made, changed and read by the schema changes. */

/** A new table, enabled and empty (S-30). `lastSequenceId`: the largest one given out so far. */
export function newTable(id: number, descriptor: TableDescriptor, lastSequenceId: number): TableRecord {
  return {
    id,
    name: descriptor.name,
    state: 'ENABLED',
    schemaGeneration: 1,
    descriptor,
    nextFamilyId: descriptor.families.length + 1,
    families: descriptor.families.map(({ name }, index) => ({ id: index + 1, name, runs: [] })),
    flushedSequenceId: lastSequenceId,
    rollbackPoints: [],
  };
}

/** `record` with `missing` families under new ids; `descriptor` has them already. */
export function withFamilies(
  record: TableRecord,
  descriptor: TableDescriptor,
  missing: readonly FamilyDescriptor[],
): TableRecord {
  const { nextFamilyId, schemaGeneration } = record;
  const added = missing.map(({ name }, index): FamilyRecord => ({ id: nextFamilyId + index, name, runs: [] }));
  return {
    ...record,
    descriptor,
    schemaGeneration: schemaGeneration + 1,
    nextFamilyId: nextFamilyId + added.length,
    families: [...record.families, ...added],
  };
}

/** Every store file that the record names. */
export function pathsOf(record: TableRecord): string[] {
  const files = record.families.flatMap(({ runs }) => runs.flat());
  return files.map(({ epoch, number }) => storeFilePath(record.id, epoch, number));
}

/** In byte order of their names (N-25). */
export function sortedFamilies(families: readonly FamilyDescriptor[]): readonly FamilyDescriptor[] {
  return [...families].sort((a, b) => compareBytes(familyNameBytes(a.name), familyNameBytes(b.name)));
}
