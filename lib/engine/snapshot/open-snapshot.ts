import type { SnapshotRecord } from '../../storage/catalog/catalog.js';
import { unreadTable } from '../recovery/open-table.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';

/**
 * Opens the files of a snapshot for reading, as a region that is in no list of tables: its stores have views like those
 * of a table, with empty memory. A file that cannot be read is damaged, as in a table. The caller closes the region; until
 * then, its files exist even if the snapshot is deleted.
 */
export async function openSnapshot(engine: Engine, { table }: SnapshotRecord): Promise<Region> {
  const { region } = unreadTable(table, engine);
  await engine.openFiles.read(region);
  return region;
}
