import { BigtabError, corruption, errorToData, isCorruption } from '../../errors.js';
import { fileRefused, isFileNotFound } from '../../storage/fs/file-errors.js';
import type { FileSystem } from '../../storage/fs/file-system.js';
import type { StoreFile, StoreFileObserver } from '../../storage/storefile/store-file.js';

/**
 * Opens store files again: those that were closed because nothing read them, and those that fail while they are read.
 * A file whose handle the browser has ended is opened again at once, and a turn that met it waits for `reopened` and
 * runs again.
 */
export class StoreFileWatch implements StoreFileObserver {
  /** The number of reads that found a dead handle, and the file of the last one. */
  lost = 0;
  lastLost: StoreFile | null = null;
  readonly #files: FileSystem;
  readonly #onError: (error: unknown) => void;
  readonly #reopening = new Map<StoreFile, Promise<void>>();

  constructor(files: FileSystem, onError: (error: unknown) => void) {
    this.#files = files;
    this.#onError = onError;
  }

  /** Resolves when every file that was lost so far is open again, or has a failure that its reads throw. */
  get reopened(): Promise<unknown> {
    return Promise.all(this.#reopening.values());
  }

  handleLost(file: StoreFile): void {
    this.lost++;
    this.lastLost = file;
    this.reopen(file);
  }

  filterUnreadable(cause: unknown): void {
    const { code, message, details = {} } = errorToData(cause, false);
    const said = `A bloom filter cannot be read, so reads look into its file more often, with correct answers: ${message}`;
    this.#onError(new BigtabError(code, said, { details, cause }));
  }

  /** Opens the file again. Never rejects: if that fails, reads of the file throw its `failure`. */
  reopen(file: StoreFile): Promise<void> {
    // A path is open at most once.
    const running = this.#reopening.get(file);
    if (running !== undefined) return running;
    const run = this.#reopen(file).finally(() => this.#reopening.delete(file));
    this.#reopening.set(file, run);
    return run;
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
  if (isCorruption(cause)) return cause;
  if (isFileNotFound(cause)) return corruption(path, 0, 'the file was removed while the database was open');
  return fileRefused(path, cause);
}
