import { BigtabError, corruption, isCorruption } from '../../errors.js';
import type { FileRecord } from '../../storage/catalog/catalog.js';
import { fileRefused, isFileNotFound } from '../../storage/fs/file-errors.js';
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
 * short, damaged or another file. Rejects with FORMAT_TOO_NEW, DATABASE_BUSY or STORAGE_UNAVAILABLE if the file may be
 * sound: a newer version of Bigtab wrote it, another worker still holds it, or the device refused it this time.
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
    const isMissing = isFileNotFound(error);
    const damage = isMissing ? corruption(path, 0, 'the file is missing') : error;
    if (isCorruption(damage)) return { record, file: null, rows: rowsOf(record), error: damage, isMissing };
    throw BigtabError.is(error) ? error : fileRefused(path, error);
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
