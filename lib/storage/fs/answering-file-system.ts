import type { Clock } from '../../clock.js';
import { answered } from '../../within.js';
import type { FileHandle, FileSystem } from './file-system.js';

/**
 * A file system whose calls all settle: one that the medium does not answer within 30 s rejects with
 * STORAGE_UNAVAILABLE. A handle that arrives later is closed at once, so that the file can be opened again.
 */
export class AnsweringFileSystem implements FileSystem {
  readonly #files: FileSystem;
  readonly #clock: Clock;

  constructor(files: FileSystem, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
  }

  create(path: string): Promise<FileHandle> {
    return this.#handle(this.#files.create(path), `creating '${path}'`);
  }

  open(path: string): Promise<FileHandle> {
    return this.#handle(this.#files.open(path), `opening '${path}'`);
  }

  list(directory: string): Promise<readonly string[]> {
    return answered(this.#files.list(directory), this.#clock, `listing the files in '${directory}'`);
  }

  listDirectories(directory: string): Promise<readonly string[]> {
    return answered(this.#files.listDirectories(directory), this.#clock, `listing the directories in '${directory}'`);
  }

  remove(path: string): Promise<void> {
    return answered(this.#files.remove(path), this.#clock, `removing '${path}'`);
  }

  removeDirectory(path: string): Promise<void> {
    return answered(this.#files.removeDirectory(path), this.#clock, `removing the directory '${path}'`);
  }

  async #handle(opening: Promise<FileHandle>, what: string): Promise<FileHandle> {
    try {
      return await answered(opening, this.#clock, what);
    } catch (error) {
      opening.then(
        (late) => late.close(),
        () => {},
      );
      throw error;
    }
  }
}
