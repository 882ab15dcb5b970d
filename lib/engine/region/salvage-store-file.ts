import type { Clock } from '../../clock.js';
import { BigtabError, corruption } from '../../errors.js';
import type { FileRecord } from '../../storage/catalog/catalog.js';
import { fileRefused } from '../../storage/fs/file-errors.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import type { FileHandle } from '../../storage/fs/file-system.js';
import { withAttempts } from '../../storage/fs/with-attempts.js';
import { salvageFile } from '../../storage/storefile/salvage-file.js';
import type { Yielder } from '../../yielder.js';
import type { SalvagedRows } from './damaged-rows.js';
import { openStoreFile, type StoreFileParts } from './open-store-file.js';
import { merged, type RowBounds, rowsOf } from './row-bounds.js';
import type { DamagedFile, OpenFile } from './store.js';

export interface SalvageParts extends StoreFileParts {
  readonly clock: Clock;
  readonly yielder: Yielder;
}

/** Files are read for this long at a time, so that other requests can run. */
const SLICE_MS = 4;
/** More damaged parts of one file are reported as one. */
const MOST_PARTS = 10;

/** The part of a file that could be opened, and the parts that could not be read. */
export interface SalvagedFile {
  readonly opened: OpenFile | DamagedFile;
  readonly damage: readonly SalvagedRows[];
}

/**
 * Opens what can be read of a store file, for a database that is opened with `salvage`. All of the file is read now, so
 * that reads meet no damage. Rejects like openStoreFile, but with STORAGE_UNAVAILABLE only after three attempts.
 */
export function salvageStoreFile(
  tableId: number,
  familyId: number,
  record: FileRecord,
  parts: SalvageParts,
): Promise<SalvagedFile> {
  return withAttempts(() => salvage(tableId, familyId, record, parts));
}

async function salvage(
  tableId: number,
  familyId: number,
  record: FileRecord,
  parts: SalvageParts,
): Promise<SalvagedFile> {
  const { files, cache, watch } = parts;
  const opened = await openStoreFile(tableId, familyId, record, parts);
  if (opened.file === null && opened.isMissing) return { opened, damage: [opened] };
  opened.file?.release();
  const path = storeFilePath(tableId, record);
  const all = rowsOf(record);
  const lost: RowBounds[] = [];
  let handle: FileHandle | null = null;
  try {
    handle = await files.open(path);
    const info = opened.file?.info ?? null;
    const unsound = { path, fileNumber: record.number, familyId: record.familyId ?? familyId, info };
    const { file, damagedAt } = await finished(
      salvageFile(handle, unsound, cache, watch, (first, last) => {
        lost.push({ first: first ?? all.first, last: last ?? all.last });
      }),
      parts,
    );
    const found = damagedAt === null ? null : corruption(path, damagedAt, 'a part of the file is damaged');
    const error = opened.file === null ? opened.error : found;
    return { opened: { record, file }, damage: error === null ? [] : damageOf(lost, all, error) };
  } catch (error) {
    handle?.close();
    throw BigtabError.is(error) ? error : fileRefused(path, error);
  }
}

function damageOf(lost: readonly RowBounds[], all: RowBounds, error: BigtabError): readonly SalvagedRows[] {
  const parts = merged(lost);
  const [first] = parts;
  if (first === undefined) return [{ rows: all, error, isComplete: true }];
  const rows = parts.length <= MOST_PARTS ? parts : [{ first: first.first, last: parts.at(-1)?.last ?? null }];
  return rows.map((part) => ({ rows: part, error }));
}

/** Runs to the end, with rests. */
async function finished<T>(work: Generator<void, T>, { clock, yielder }: SalvageParts): Promise<T> {
  let end = clock.monotonic() + SLICE_MS;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (clock.monotonic() < end) continue;
    await yielder();
    end = clock.monotonic() + SLICE_MS;
  }
}
