import { BigtabError, corruption } from '../../errors.js';
import { storedTable, type TableDescriptor } from '../../model/schema/table-descriptor.js';
import { settleAll } from '../../settle-all.js';
import type { FamilyRecord, FileRecord, RollbackPoint, TableRecord } from '../../storage/catalog/catalog.js';
import { isFileNotFound } from '../../storage/fs/file-errors.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import type { BlockCache } from '../../storage/storefile/block-cache.js';
import { StoreFile } from '../../storage/storefile/store-file.js';
import { Region, type RegionFamily, type RegionParts } from '../region/region.js';
import type { OpenFile, OpenRun } from '../region/store.js';

/** The parts of the database that opening a table needs. */
export interface OpenParts extends RegionParts {
  readonly files: FileSystem;
  readonly cache: BlockCache;
}

export interface OpenedTable {
  readonly region: Region;
  /** Differs from the given record if the table went back to an earlier state. */
  readonly record: TableRecord;
  readonly wentBack: boolean;
  readonly problems: readonly string[];
}

/**
 * Opens the store files of a table. If a file is missing, short or unreadable, as may happen after a power cut, the
 * table goes back to the newest state whose files are all intact; the log still contains the later edits. Without such
 * a state the table stays unchanged and every request to it fails with CORRUPTION; the other tables are not affected.
 */
export async function openTable(record: TableRecord, parts: OpenParts): Promise<OpenedTable> {
  let first: unknown = null;
  for (let back = 0; back <= record.rollbackPoints.length; back++) {
    const state = stateBefore(record, back);
    try {
      const region = makeRegion(state, await openFamilies(record.id, state.families, parts), parts);
      if (back === 0) return { region, record, wentBack: false, problems: [] };
      const problem = `Table '${record.name}' was restored to its state before a flush or compaction, and the log was read again: ${messageOf(first)}`;
      return { region, record: state, wentBack: true, problems: [problem] };
    } catch (error) {
      if (!isDamage(error)) throw error;
      first ??= error;
    }
  }
  const region = makeRegion(record, new Map(), parts);
  const problem = `Table '${record.name}' cannot be read: ${messageOf(first)}`;
  region.damage = BigtabError.is(first) ? first : corruption('catalog', 0, problem);
  return { region, record, wentBack: false, problems: [problem] };
}

/** The record as it was before the newest `back` of its commits. */
function stateBefore(record: TableRecord, back: number): TableRecord {
  const undone = record.rollbackPoints.slice(0, back);
  return {
    ...record,
    families: record.families.map((family) => undone.reduce(familyBefore, family)),
    flushedSequenceId: undone.at(-1)?.flushedSequenceId ?? record.flushedSequenceId,
    rollbackPoints: record.rollbackPoints.slice(back),
  };
}

/**
 * The family as it was before the newest commit. A family that was added since then has no files before its own
 * flushes; a dropped one is not in the record.
 */
function familyBefore(family: FamilyRecord, { added, replaced = [] }: RollbackPoint): FamilyRecord {
  const runs = family.runs.filter((run) => !run.some(({ number }) => added.includes(number)));
  for (const { family: id, at, run } of replaced) if (id === family.id) runs.splice(at, 0, run);
  return { ...family, runs };
}

async function openFamilies(
  tableId: number,
  families: readonly FamilyRecord[],
  parts: OpenParts,
): Promise<Map<number, readonly OpenRun[]>> {
  const opened: OpenFile[] = [];
  try {
    const open = async (familyId: number, record: FileRecord): Promise<OpenFile> => {
      const file = await openFile(tableId, familyId, record, parts);
      opened.push(file);
      return file;
    };
    const all = families.map(async ({ id, runs }) => {
      const files = await settleAll(runs.map((run) => settleAll(run.map((record) => open(id, record)))));
      return [id, files] as const;
    });
    return new Map(await settleAll(all));
  } catch (error) {
    for (const { file } of opened) file.release();
    throw error;
  }
}

async function openFile(tableId: number, familyId: number, record: FileRecord, parts: OpenParts): Promise<OpenFile> {
  const path = storeFilePath(tableId, record);
  const handle = await parts.files.open(path);
  try {
    if (handle.size() < record.sizeBytes) {
      throw corruption(
        path,
        handle.size(),
        `the file is too short: expected ${record.sizeBytes} bytes, found ${handle.size()}`,
      );
    }
    const file = StoreFile.open(handle, path, parts.cache);
    const { info } = file;
    if (
      info.tableId !== (record.tableId ?? tableId) ||
      info.familyId !== (record.familyId ?? familyId) ||
      info.fileNumber !== record.number ||
      info.epoch !== record.epoch
    ) {
      throw corruption(
        path,
        0,
        `the header of the file names ${info.epoch}-${info.fileNumber} of table ${info.tableId}, family ${info.familyId}`,
      );
    }
    return { record, file };
  } catch (error) {
    handle.close();
    throw error;
  }
}

function makeRegion(
  record: TableRecord,
  families: ReadonlyMap<number, readonly OpenRun[]>,
  parts: RegionParts,
): Region {
  const descriptor = storedTable(record.descriptor as TableDescriptor);
  const inOrder: RegionFamily[] = descriptor.families.map(({ name }) => {
    const family = record.families.find((candidate) => candidate.name === name);
    if (family === undefined)
      throw corruption('catalog', 0, `family '${name}' of table '${record.name}' has no record`);
    return { id: family.id, runs: families.get(family.id) ?? [] };
  });
  return new Region(record, descriptor, inOrder, parts);
}

/** Whether a file is missing or does not contain what was written. Any other error is temporary and ends the open. */
function isDamage(error: unknown): boolean {
  if (BigtabError.is(error)) return error.code === 'CORRUPTION';
  return isFileNotFound(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
