/*
 * Snapshots that a power cut robbed of young files. Like a table, a snapshot then goes back to the files from before the
 * last flushes and compactions, and the log's edits up to its sequence id are read again and written to new files. Until
 * these are committed, its record stays as it is: the log is read for a snapshot only if files are missing.
 */
import type { CatalogImage, SnapshotRecord } from '../../storage/catalog/catalog.js';
import { withFlushed, writeFrozen } from '../compaction/region-flush.js';
import type { Engine } from '../region/engine.js';
import { pathsOf } from '../region/named-files.js';
import type { FileInventory } from './file-inventory.js';
import { type OpenedTable, type OpenParts, openTable } from './open-table.js';

/** A snapshot of which a file is missing, in its newest state that has all files, or else in the one that lacks least. */
export interface LostSnapshot extends OpenedTable {
  readonly snapshot: SnapshotRecord;
}

/** Opens the snapshots of which a file is missing. The caller closes the regions. */
export async function openLostSnapshots(
  { snapshots = [] }: CatalogImage,
  { storeFiles }: Pick<FileInventory, 'storeFiles'>,
  parts: OpenParts,
): Promise<readonly LostSnapshot[]> {
  const present = new Set(storeFiles.map(({ path }) => path));
  const lost: LostSnapshot[] = [];
  for (const snapshot of snapshots) {
    if (pathsOf(snapshot.table).every((path) => present.has(path))) continue;
    const opened = await openTable(snapshot.table, parts);
    const problems = opened.problems.map((problem) => `Snapshot '${snapshot.name}': ${problem}`);
    lost.push({ ...opened, problems, snapshot });
  }
  return lost;
}

/**
 * For a snapshot that went back: writes the edits that were read from the log to files, and commits the snapshot with them. REQUIRES that the log's
 * start in the catalog is not above the sequence id to which the snapshot went back. `keeps`: keeps the files of the
 * undone commits, because the log is damaged.
 */
export async function rewriteSnapshot(engine: Engine, lost: LostSnapshot, keeps: boolean): Promise<void> {
  const { region, record, snapshot } = lost;
  region.takeSnapshots(engine.group.lastSequenceId);
  const flushed = (await writeFrozen(engine, region)) ?? [];
  const { flushedSequenceId } = snapshot.table;
  const table = { ...(flushed.length > 0 ? withFlushed(engine, record, flushed) : record), flushedSequenceId };
  for (const { file } of flushed) file.file.release();
  await engine.commit.commit(() => ({
    putSnapshots: [{ ...snapshot, table }],
    needed: pathsOf(table),
    obsolete: keeps ? [] : pathsOf(snapshot.table),
  }));
}
