import { BigtabError, corruption, isCorruption } from '../../errors.js';
import type { FileRecord } from '../../storage/catalog/catalog.js';
import { isFileNotFound } from '../../storage/fs/file-errors.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import type { BlockCache } from '../../storage/storefile/block-cache.js';
import { StoreFile, type StoreFileObserver } from '../../storage/storefile/store-file.js';
import { rowsOf } from './row-bounds.js';
import type { DamagedFile, OpenFile } from './store.js';

export interface StoreFileParts {
  readonly files: FileSystem;
  readonly cache: BlockCache;
  readonly watch: StoreFileObserver;
}

/**
 * Opens a store file of a family for the first time, and reads its trailer. Resolves to a DamagedFile if it is missing,
 * short, unreadable or another file. Rejects with FORMAT_TOO_NEW or DATABASE_BUSY if the file may be sound: a newer
 * version of Bigtab wrote it, or another worker still holds it.
 */
export async function openStoreFile(
  tableId: number,
  familyId: number,
  record: FileRecord,
  parts: StoreFileParts,
): Promise<OpenFile | DamagedFile> {
  const path = storeFilePath(tableId, record);
  try {
    return { record, file: await openSound(tableId, familyId, record, path, parts) };
  } catch (error) {
    if (BigtabError.is(error) && (error.code === 'FORMAT_TOO_NEW' || error.code === 'DATABASE_BUSY')) throw error;
    const isMissing = isFileNotFound(error);
    return { record, file: null, rows: rowsOf(record), error: asCorruption(error, path), isMissing };
  }
}

async function openSound(
  tableId: number,
  familyId: number,
  record: FileRecord,
  path: string,
  { files, cache, watch }: StoreFileParts,
): Promise<StoreFile> {
  const handle = await files.open(path);
  try {
    const size = handle.size();
    if (size < record.sizeBytes) {
      throw corruption(path, size, `the file is too short: expected ${record.sizeBytes} bytes, found ${size}`);
    }
    const file = StoreFile.open(handle, path, cache, watch);
    const { info } = file;
    if (
      info.tableId !== (record.tableId ?? record.folder ?? tableId) ||
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
    return file;
  } catch (error) {
    handle.close();
    throw error;
  }
}

function asCorruption(error: unknown, path: string): BigtabError {
  if (isCorruption(error)) return error;
  return corruption(path, 0, `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}
