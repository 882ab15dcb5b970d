import { familyNameText } from '../../model/schema/family-descriptor.js';
import { type IndexDescriptor, type IndexOrder, sourcesOf } from '../../model/schema/index-descriptor.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { FamilyRecord, TableRecord } from '../../storage/catalog/catalog.js';
import type { Engine } from '../region/engine.js';
import { droppedFamilies, newFamilyIds } from '../region/family-ids.js';
import { withHistory } from '../region/kept-history.js';
import { pathsOf } from '../region/named-files.js';
import { changesRules, withPurged } from '../region/purged-cells.js';
import { entryFamilyName } from '../region/region-index.js';

/*
 * The catalog's record of a table: created, changed and read by the schema changes.
 */

/**
 * A new table, enabled and empty (S-30). `since`: the time from which on nothing is missing in families that keep every
 * cell. `indexes`: by name; they are complete, because there are no rows.
 */
export function newTable(
  id: number,
  descriptor: TableDescriptor,
  indexes: readonly IndexDescriptor[],
  { group }: Engine,
  since: number,
): TableRecord {
  const own = descriptor.families.map(({ name }) => name);
  const names = [...own, ...indexes.map(({ name }) => entryFamilyName(name))];
  const record: TableRecord = {
    id,
    name: descriptor.name,
    state: 'ENABLED',
    schemaGeneration: 1,
    descriptor,
    nextFamilyId: names.length + 1,
    families: names.map((name, index) => ({ id: index + 1, name, runs: [] })),
    ...(indexes.length > 0 && {
      indexes: indexes.map((index, at) => ({ ...index, familyId: own.length + at + 1, complete: true })),
    }),
    flushedSequenceId: group.lastSequenceId,
    rollbackPoints: [],
  };
  return withHistory(record, record, () => since);
}

/** How a schema change leaves a table. */
export interface ChangedSchema {
  readonly descriptor: TableDescriptor;
  /** By name. */
  readonly indexes: readonly IndexDescriptor[];
}

/**
 * `record` with another descriptor and other indexes: new families get new ids, and families that it lacks are removed.
 * An index whose rows may have other values under the new descriptor begins again, without entries. `lastSequenceId`:
 * the largest sequence id used so far. `beginning` returns the time from which on nothing is missing in a family that
 * keeps every cell from this change on. `generation`: that of the commit. Throws INVALID_OPERATION if no id is free.
 */
export function withSchema(
  record: TableRecord,
  { descriptor, indexes }: ChangedSchema,
  lastSequenceId: number,
  beginning: (familyId: number) => number,
  generation: number,
): TableRecord {
  const { indexes: before = [], ...others } = record;
  const keptIndexes = before.filter((old) => {
    const index = indexes.find(({ name }) => name === old.name);
    return index !== undefined && !changesVisibility(index, record.descriptor as TableDescriptor, descriptor);
  });
  const entries = keptIndexes.map(({ familyId }) => familyId);
  const isKept = ({ id, name }: FamilyRecord): boolean =>
    entries.includes(id) || descriptor.families.some((family) => family.name === name);
  const kept = record.families.filter(isKept);
  const names = [...descriptor.families.map(({ name }) => name), ...indexes.map(({ name }) => entryFamilyName(name))];
  const missing = names.filter((name) => !kept.some((family) => family.name === name));
  const lost = record.families.filter((family) => !isKept(family)).map(({ id }) => id);
  const dropped = droppedFamilies(record, lost, lastSequenceId);
  const ids = newFamilyIds(
    record,
    [...kept, ...dropped].map(({ id }) => id),
  );
  const families = [
    ...kept.map((family) => withRules(family, record, descriptor, generation)),
    ...missing.map((name): FamilyRecord => ({ id: ids.next(), name, runs: [] })),
  ];
  const next: TableRecord = {
    ...others,
    descriptor,
    schemaGeneration: record.schemaGeneration + 1,
    nextFamilyId: ids.nextFamilyId,
    droppedFamilies: dropped,
    families,
    ...(indexes.length > 0 && {
      indexes: indexes.map((index) => {
        const old = keptIndexes.find(({ name }) => name === index.name);
        const { id } = families.find(({ name }) => name === entryFamilyName(index.name)) as FamilyRecord;
        const twoZeros = before.find(({ name }) => name === index.name)?.twoZeros;
        return { ...index, familyId: id, complete: old?.complete ?? false, ...(twoZeros && { twoZeros }) };
      }),
    }),
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
  const [old, next] = [record.descriptor as TableDescriptor, descriptor].map(({ families }) =>
    families.find(({ name }) => name === family.name),
  );
  // The descriptors do not have the families of indexes.
  const changes = old !== undefined && next !== undefined && changesRules(old, next);
  return withPurged(family, changes ? 'all' : null, generation);
}

/** The ids of the record's families in the order of its descriptor. */
export function familyIds({ descriptor, families }: TableRecord): number[] {
  const ids = new Map(families.map(({ id, name }) => [name, id]));
  return (descriptor as TableDescriptor).families.map(({ name }) => ids.get(name) as number);
}

/** The descriptors of the indexes of a record, by name. */
export function indexesOf({ indexes = [] }: Pick<TableRecord, 'indexes'>): readonly IndexDescriptor[] {
  return indexes.map(({ name, on, qualifiersOf, order, unique }) => ({
    name,
    on,
    qualifiersOf,
    order: order as readonly IndexOrder[],
    unique,
  }));
}

/** Whether a change of the descriptor may change which values of an index's columns are visible. */
function changesVisibility(index: IndexDescriptor, before: TableDescriptor, after: TableDescriptor): boolean {
  return sourcesOf(index).some(({ family }) => {
    const name = familyNameText(family);
    const [old, next] = [before, after].map(({ families }) => families.find((one) => one.name === name));
    return old === undefined || next === undefined || changesRules(old, next);
  });
}

/** Store files that `record` lists and `next` does not. */
export function droppedPaths(record: TableRecord, next: TableRecord): string[] {
  const kept = new Set(pathsOf(next));
  return pathsOf(record).filter((path) => !kept.has(path));
}
