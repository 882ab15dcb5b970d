/*
 * Since when families have kept every cell that was written to them. A row can be restored to an earlier state
 * (engine/mutation/restore-row) only as far back as that.
 *
 * The time of a family is set when a schema change makes it keep every cell, and by the first open that finds none. It is
 * valid only for the schema generation that it was stored with: an earlier version of this code, which does not know of
 * it, may have made the family drop cells in the meantime.
 *
 * Flushes and compactions drop a put whose own time to live is over (C-11). What it hid while it was visible can still be
 * read as of those times, so the time of its family is then the first one at which it was not visible any more.
 */

import { ALL_VERSIONS } from '../../model/query-options.js';
import type { FamilyDescriptor } from '../../model/schema/family-descriptor.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import { FOREVER } from '../../model/schema/time-to-live.js';
import type { TableRecord } from '../../storage/catalog/catalog.js';
import type { Store } from './store.js';

/** The parts of a table record that say since when its families keep every cell. */
export type HistoryRecord = Pick<TableRecord, 'schemaGeneration' | 'keptHistory'>;

/** Whether a family keeps every version, and deleted cells too: the attributes of KEEP_HISTORY, and no time to live. */
export function keepsHistory(family: FamilyDescriptor): boolean {
  return (
    family.keepDeletedCells === 'TRUE' &&
    family.maxVersions === ALL_VERSIONS &&
    family.timeToLive === FOREVER &&
    !family.newVersionBehavior
  );
}

/** The times since which families of a table have kept every cell, by family id. */
export function historyTimes({ schemaGeneration, keptHistory }: HistoryRecord): ReadonlyMap<number, number> {
  const families = keptHistory?.schemaGeneration === schemaGeneration ? keptHistory.families : [];
  return new Map(families.map(({ id, since }) => [id, since]));
}

/**
 * `record` with the times of its families. Those that kept every cell in `before`, the record before this change, keep
 * their times; `beginning` returns the time of the others.
 */
export function withHistory(
  record: TableRecord,
  before: HistoryRecord,
  beginning: (familyId: number) => number,
): TableRecord {
  const { keptHistory: _, ...rest } = record;
  const times = historyTimes(before);
  const keeping = (record.descriptor as TableDescriptor).families.filter(keepsHistory).map(({ name }) => name);
  const families = record.families
    .filter(({ name }) => keeping.includes(name))
    .map(({ id }) => ({ id, since: times.get(id) ?? beginning(id) }));
  if (families.length === 0) return rest;
  return { ...rest, keptHistory: { schemaGeneration: record.schemaGeneration, families } };
}

/** `record` with the times of its families after flushes and compactions dropped puts whose own time to live was over. */
export function withExpired(
  record: TableRecord,
  stores: readonly Pick<Store, 'familyId' | 'visibleUntil'>[],
): TableRecord {
  const { keptHistory } = record;
  if (keptHistory === undefined) return record;
  const families = keptHistory.families.map(({ id, since }) => {
    const { visibleUntil = -1 } = stores.find(({ familyId }) => familyId === id) ?? {};
    return { id, since: Math.max(since, visibleUntil + 1) };
  });
  return { ...record, keptHistory: { ...keptHistory, families } };
}
