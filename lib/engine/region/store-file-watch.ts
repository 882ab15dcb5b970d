import { BigtabError, corruption, errorToData } from '../../errors.js';
import { isFileNotFound } from '../../storage/fs/file-errors.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import type { StoreFile, StoreFileObserver } from '../../storage/storefile/store-file.js';

/**
 * What the engine does about store files that fail while they are read: a file whose handle the browser has ended is
 * opened again at once, and a turn that met it waits for `reopened` and runs again.
 */
export class StoreFileWatch implements StoreFileObserver {
  /** The number of reads that found a dead handle, and the file of the last one. */
  lost = 0;
  lastLost: StoreFile | null = null;
  readonly #files: FileSystem;
  readonly #onError: (error: unknown) => void;
  readonly #waiting = new Set<StoreFile>();
  #reopening: Promise<void> | null = null;

  constructor(files: FileSystem, onError: (error: unknown) => void) {
    this.#files = files;
    this.#onError = onError;
  }

  /** Resolves when every file that was lost so far is open again, or has a failure that its reads throw. */
  get reopened(): Promise<void> {
    return this.#reopening ?? Promise.resolve();
  }

  handleLost(file: StoreFile): void {
    this.lost++;
    this.lastLost = file;
    this.#waiting.add(file);
    this.#reopening ??= this.#reopenAll();
  }

  filterUnreadable(cause: unknown): void {
    const { message, details = {} } = errorToData(cause, false);
    const said = `A bloom filter cannot be read, so reads look into its file more often, with correct answers: ${message}`;
    this.#onError(new BigtabError('CORRUPTION', said, { details, cause }));
  }

  async #reopenAll(): Promise<void> {
    // A set may grow while it is walked over.
    for (const file of this.#waiting) {
      await this.#reopen(file);
      this.#waiting.delete(file);
    }
    this.#reopening = null;
  }

  async #reopen(file: StoreFile): Promise<void> {
    const { path, failure } = file;
    try {
      file.suspend();
      const handle = await this.#files.open(path);
      // It may have been released meanwhile.
      if (file.references === 0) handle.close();
      else file.reopen(handle);
    } catch (cause) {
      file.failure = notReopened(path, cause);
      // Later reads try again, and are answered with the error; the first report is enough.
      if (failure === null) this.#onError(file.failure);
    }
  }
}

function notReopened(path: string, cause: unknown): BigtabError {
  if (BigtabError.is(cause) && cause.code === 'CORRUPTION') return cause;
  if (isFileNotFound(cause)) return corruption(path, 0, 'the file was removed while it was in use');
  const { message } = errorToData(cause, false);
  const said = `The browser has ended the access to the file '${path}', and it cannot be opened again: ${message}`;
  return new BigtabError('STORAGE_UNAVAILABLE', said, { details: { file: path, reason: 'io-error' }, cause });
}
