import { BigtabError } from '../../errors.js';
import type { FileRecord } from '../../storage/catalog/catalog.js';
import { storeFilePath } from '../../storage/fs/file-names.js';
import type { DamagedRows } from './damaged-rows.js';
import { type RowBounds, rowsOf } from './row-bounds.js';

/**
 * A store file that was not opened yet. Until `OpenFiles` opens it, it counts as one that cannot be read: a read that
 * did not wait for it rejects, instead of returning an answer without it.
 */
export class UnreadFile implements DamagedRows {
  readonly record: FileRecord;
  readonly file = null;
  readonly rows: RowBounds;
  /** Why it could not be opened although it may be sound; null if that was not tried. The next use tries again. */
  failure: BigtabError | null;
  readonly #tableId: number;

  constructor(tableId: number, record: FileRecord, failure: BigtabError | null = null) {
    this.failure = failure;
    this.#tableId = tableId;
    this.record = record;
    this.rows = rowsOf(record);
  }

  get error(): BigtabError {
    if (this.failure !== null) return this.failure;
    const path = storeFilePath(this.#tableId, this.record);
    const details = { file: path, reason: 'io-error' };
    return new BigtabError('STORAGE_UNAVAILABLE', `The file '${path}' was not opened yet`, { details });
  }
}
