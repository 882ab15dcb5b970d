import type { FamilyDescriptor } from '../../model/schema/family-descriptor.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { FamilyRecord, TableRecord } from '../../storage/catalog/catalog.js';
import type { Engine } from '../region/engine.js';
import { withHistory } from '../region/kept-history.js';
import { pathsOf } from '../region/named-files.js';
import { changesRules, withPurged } from '../region/purged-cells.js';
import { droppedFamilies, newFamilyIds } from './family-ids.js';

/*
 * The catalog's record of a table: created, changed and read by the schema changes.
 */

/**
 * A new table, enabled and empty (S-30). `since`: the time from which on nothing is missing in families that keep every
 * cell.
 */
export function newTable(id: number, descriptor: TableDescriptor, { group }: Engine, since: number): TableRecord {
  const record: TableRecord = {
    id,
    name: descriptor.name,
    state: 'ENABLED',
    schemaGeneration: 1,
    descriptor,
    nextFamilyId: descriptor.families.length + 1,
    families: descriptor.families.map(({ name }, index) => ({ id: index + 1, name, runs: [] })),
    flushedSequenceId: group.lastSequenceId,
    rollbackPoints: [],
  };
  return withHistory(record, record, () => since);
}

/**
 * `record` with another descriptor: new families get new ids, and families that it lacks are removed. `lastSequenceId`:
 * the largest sequence id used so far. `beginning` returns the time from which on nothing is missing in a family that
 * keeps every cell from this change on. `generation`: that of the commit. Throws INVALID_OPERATION if no id is free.
 */
export function withDescriptor(
  record: TableRecord,
  descriptor: TableDescriptor,
  lastSequenceId: number,
  beginning: (familyId: number) => number,
  generation: number,
): TableRecord {
  const isKept = ({ name }: FamilyRecord): boolean => descriptor.families.some((family) => family.name === name);
  const kept = record.families.filter(isKept);
  const missing = descriptor.families.filter(({ name }) => !kept.some((family) => family.name === name));
  const lost = record.families.filter((family) => !isKept(family)).map(({ id }) => id);
  const dropped = droppedFamilies(record, lost, lastSequenceId);
  const ids = newFamilyIds(
    record,
    [...kept, ...dropped].map(({ id }) => id),
  );
  const added = missing.map(({ name }): FamilyRecord => ({ id: ids.next(), name, runs: [] }));
  const next: TableRecord = {
    ...record,
    descriptor,
    schemaGeneration: record.schemaGeneration + 1,
    nextFamilyId: ids.nextFamilyId,
    droppedFamilies: dropped,
    families: [...kept.map((family) => withRules(family, record, descriptor, generation)), ...added],
  };
  return withHistory(next, record, beginning);
}

/** A family that `descriptor` may give other rules. */
function withRules(
  family: FamilyRecord,
  record: TableRecord,
  descriptor: TableDescriptor,
  generation: number,
): FamilyRecord {
  const of = ({ families }: TableDescriptor) => families.find(({ name }) => name === family.name) as FamilyDescriptor;
  const changes = changesRules(of(record.descriptor as TableDescriptor), of(descriptor));
  return withPurged(family, changes ? 'all' : null, generation);
}

/** The ids of the record's families in the order of its descriptor. */
export function familyIds({ descriptor, families }: TableRecord): number[] {
  const ids = new Map(families.map(({ id, name }) => [name, id]));
  return (descriptor as TableDescriptor).families.map(({ name }) => ids.get(name) as number);
}

/** Store files that `record` lists and `next` does not. */
export function droppedPaths(record: TableRecord, next: TableRecord): string[] {
  const kept = new Set(pathsOf(next));
  return pathsOf(record).filter((path) => !kept.has(path));
}
