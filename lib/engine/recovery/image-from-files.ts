/*
 * An image made from the trailers of the store files, if the catalog and its mirror are both lost. Trailers also bring
 * back tables that were dropped and files that were compacted, as far as these are still there, so the image is only
 * good for reading: every table in it is reported.
 */
import { BigtabError } from '../../errors.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { CatalogImage, FamilyRecord, FileRecord, TableRecord } from '../../storage/catalog/catalog.js';
import { FORMAT_VERSION } from '../../storage/catalog/catalog-image.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import { withAttempts } from '../../storage/fs/with-attempts.js';
import { BlockCache } from '../../storage/storefile/block-cache.js';
import { StoreFile } from '../../storage/storefile/store-file.js';
import type { StoreFileInfo } from '../../storage/storefile/trailer.js';
import { rowBounds } from '../region/row-bounds.js';
import { currentRuns, type FoundRun } from './current-runs.js';
import type { FileInventory } from './file-inventory.js';

interface FoundFile {
  readonly info: StoreFileInfo;
  /** Whether the file is in the folder of its table, as in format 1. */
  readonly inFolder: boolean;
}

export interface ImageFromFiles {
  readonly image: CatalogImage;
  /** Messages for people, one for each table. */
  readonly problems: readonly string[];
}

/** Null if no store file can be read. Throws FORMAT_TOO_NEW. */
export async function imageFromFiles(files: FileSystem, inventory: FileInventory): Promise<ImageFromFiles | null> {
  const problems: string[] = [];
  const found: FoundFile[] = [];
  const cache = new BlockCache(0);
  for (const { path, tableId } of inventory.storeFiles) {
    try {
      found.push({ info: await withAttempts(() => readInfo(files, path, cache)), inFolder: tableId !== null });
    } catch (error) {
      if (BigtabError.is(error) && error.code === 'FORMAT_TOO_NEW') throw error;
      problems.push(`${path} cannot be read and is left out.`);
    }
  }
  const runs = currentRuns(found);
  if (runs.length === 0) return null;
  const ids = [...new Set(runs.map((run) => infoOf(run).tableId))];
  const tables = newestOfEachName(ids.map((id) => tableOf(runs.filter((run) => infoOf(run).tableId === id))));
  for (const run of runs) {
    const { tableName, familyDescriptor } = infoOf(run);
    if (run.incomplete) {
      problems.push(
        `A store file of table '${tableName}', family '${familyDescriptor.name}', is missing: rows between those of the other files may be missing too.`,
      );
    }
  }
  for (const { name } of tables) {
    problems.push(
      `Table '${name}' was found in store files, because the catalog and its mirror are lost. It may have been dropped, and recent changes of its schema may be missing.`,
    );
  }
  return { image: { database: databaseOf(inventory, tables), tables }, problems };
}

async function readInfo(files: FileSystem, path: string, cache: BlockCache): Promise<StoreFileInfo> {
  const handle = await files.open(path);
  try {
    return StoreFile.open(handle, path, cache).info;
  } finally {
    handle.close();
  }
}

/** The table, family and descriptors are the same in all files of a run. */
function infoOf({ files }: FoundRun<FoundFile>): StoreFileInfo {
  return (files[0] as FoundFile).info;
}

/** The table of these runs: with the newest descriptor, and the runs of the families that it has. */
function tableOf(runs: readonly FoundRun<FoundFile>[]): TableRecord {
  const infos = runs.map(infoOf);
  const newest = infos.reduce((a, b) => (b.schemaGeneration > a.schemaGeneration ? b : a));
  const descriptor = newest.tableDescriptor as TableDescriptor;
  let nextFamilyId = Math.max(...infos.map(({ familyId }) => familyId)) + 1;
  const families = descriptor.families.map(({ name }): FamilyRecord => {
    const ids = infos.filter(({ familyDescriptor }) => familyDescriptor.name === name).map(({ familyId }) => familyId);
    // A family that was dropped and added again has a larger id.
    const id = ids.length === 0 ? nextFamilyId++ : Math.max(...ids);
    const own = runs.filter((run) => infoOf(run).familyId === id && infoOf(run).cellCount > 0);
    own.sort((a, b) => firstSequenceId(a) - firstSequenceId(b));
    return { id, name, runs: own.map(({ files }) => files.map(recordOf)) };
  });
  return {
    id: newest.tableId,
    name: newest.tableName,
    state: 'ENABLED',
    schemaGeneration: newest.schemaGeneration,
    descriptor,
    nextFamilyId,
    families,
    flushedSequenceId: Math.max(...infos.map(({ flushedSequenceId }) => flushedSequenceId)),
    rollbackPoints: [],
  };
}

function firstSequenceId({ files }: FoundRun<FoundFile>): number {
  return Math.min(...files.map(({ info }) => info.minSequenceId));
}

function recordOf({ info, inFolder }: FoundFile): FileRecord {
  const { fileNumber: number, epoch, sizeBytes, tableId, familyId, minKey, maxKey } = info;
  const record = { number, epoch, sizeBytes };
  return inFolder ? record : { ...record, tableId, familyId, ...rowBounds(minKey, maxKey) };
}

/** By id. A truncated table has a larger id than the table of that name before. */
function newestOfEachName(tables: readonly TableRecord[]): readonly TableRecord[] {
  const byName = new Map<string, TableRecord>();
  for (const table of [...tables].sort((a, b) => a.id - b.id)) byName.set(table.name, table);
  return [...byName.values()].sort((a, b) => a.id - b.id);
}

function databaseOf(inventory: FileInventory, tables: readonly TableRecord[]): CatalogImage['database'] {
  return {
    format: FORMAT_VERSION,
    features: [],
    epoch: inventory.largestEpoch,
    generation: 1,
    nextTableId: Math.max(...tables.map(({ id }) => id)) + 1,
    nextFileNumber: Math.max(...inventory.storeFiles.map(({ number }) => number)) + 1,
    logStart: Math.min(...tables.map(({ flushedSequenceId }) => flushedSequenceId)),
    operations: [],
    largestTimeSeen: 0,
    obsolete: [],
  };
}
