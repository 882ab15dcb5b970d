import type { TableRecord } from '../../storage/catalog/catalog.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { CallControl } from '../region/call-control.js';
import type { Engine } from '../region/engine.js';
import { entryPaths, reopenIndexes, withNewIndexes } from '../region/new-indexes.js';
import { indexPath } from '../verify/verify-indexes.js';
import type { RepairProgress } from './repair-stores.js';

export interface RepairIndexesParts {
  readonly engine: Engine;
  readonly maintenance: Pick<Maintenance, 'exclusive'>;
}

/**
 * The indexes of a table of which one is damaged, or lacks entries, begin again without entries, and are built when the
 * repair has ended. Nothing is lost, because entries follow from the rows. So do those of snapshots.
 */
export async function repairIndexes(
  { engine, maintenance }: RepairIndexesParts,
  { damaged, repaired }: RepairProgress,
  control: CallControl,
): Promise<void> {
  const { commit, group, regions } = engine;
  const badIn = (record: TableRecord): readonly string[] => {
    const indexes = (record.indexes ?? []).map(({ name }) => indexPath(record.name, name));
    return [...entryPaths(record), ...indexes].filter((path) => damaged.has(path));
  };
  for (const region of [...regions.values()]) {
    const record = commit.table(region.id);
    const bad = record === undefined ? [] : badIn(record);
    if (bad.length === 0 || control.isAborted) continue;
    await maintenance.exclusive(region, () =>
      commit.commit(
        () => {
          const present = commit.table(region.id);
          if (present === undefined) return {};
          return { put: [withNewIndexes(present, group.lastSequenceId)], obsolete: entryPaths(present) };
        },
        () => reopenIndexes(engine, region),
      ),
    );
    for (const path of bad) repaired.add(path);
  }
  const snapshots = commit.snapshots.filter(({ table }) => badIn(table).length > 0);
  if (snapshots.length === 0 || control.isAborted) return;
  const names = new Set(snapshots.map(({ name }) => name));
  await commit.commit(() => {
    const present = commit.snapshots.filter(({ name }) => names.has(name));
    return {
      putSnapshots: present.map((one) => ({ ...one, table: withNewIndexes(one.table, group.lastSequenceId) })),
      obsolete: present.flatMap(({ table }) => entryPaths(table)),
    };
  });
  for (const { table } of snapshots) for (const path of badIn(table)) repaired.add(path);
}
