import type { QuarantinedFile } from '../../storage/catalog/catalog.js';
import { renewLog } from '../compaction/log-renewal.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { Engine } from '../region/engine.js';

export interface RepairLogParts {
  readonly engine: Engine;
  readonly maintenance: Pick<Maintenance, 'flush'>;
}

/**
 * Stores everything that the log still has in store files, continues the log in a new segment, and puts the damaged
 * segments into quarantine, together with those that were set aside because they are damaged. `damaged`: the paths of
 * segments with problems. Does nothing if there are none.
 */
export async function repairLog(
  { engine, maintenance }: RepairLogParts,
  damaged: readonly string[],
  exists: (path: string) => boolean,
): Promise<void> {
  const { commit, wal } = engine;
  if (damaged.length === 0 && !wal.segments.some((segment) => segment.damaged)) return;
  await renewLog(engine, (region) => maintenance.flush(region));
  const sizes = new Map(wal.segments.map(({ path, validLength }) => [path, validLength]));
  const setAside = wal.segments.filter((segment) => segment.damaged).map(({ path }) => path);
  const paths = [...new Set([...damaged.filter((path) => exists(path) && path !== wal.active.path), ...setAside])];
  await commit.commit(
    () => ({ quarantine: paths.map((path) => entryOf(path, sizes.get(path))) }),
    () => {
      for (const path of paths) wal.forget(path);
    },
  );
}

function entryOf(path: string, bytes: number | undefined): Omit<QuarantinedFile, 'since'> {
  return bytes === undefined ? { path } : { path, bytes };
}
