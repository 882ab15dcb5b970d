import { isHandleClosed } from './file-errors.js';
import { DATA_DIRECTORY } from './file-names.js';
import type { FileHandle, FileSystem } from './file-system.js';

/**
 * The files of a medium, on which a path is open at most once; but a store file may be opened again while it is open,
 * because a table and its clones read the same files. Everyone who opened it has a handle of their own, and the medium's
 * handle is closed with the last of them.
 */
export class SharedFileSystem implements FileSystem {
  readonly #files: FileSystem;
  readonly #open = new Map<string, Promise<SharedHandle>>();

  constructor(files: FileSystem) {
    this.#files = files;
  }

  create(path: string): Promise<FileHandle> {
    return this.#files.create(path);
  }

  async open(path: string): Promise<FileHandle> {
    if (!path.startsWith(`${DATA_DIRECTORY}/`)) return this.#files.open(path);
    for (;;) {
      const shared = await (this.#open.get(path) ?? this.#openFirst(path));
      // It may have been closed in the meantime, or by the browser.
      if (shared.isUsable()) return shared.share();
    }
  }

  list(directory: string): Promise<readonly string[]> {
    return this.#files.list(directory);
  }

  listDirectories(directory: string): Promise<readonly string[]> {
    return this.#files.listDirectories(directory);
  }

  remove(path: string): Promise<void> {
    return this.#files.remove(path);
  }

  removeDirectory(path: string): Promise<void> {
    return this.#files.removeDirectory(path);
  }

  #openFirst(path: string): Promise<SharedHandle> {
    const forget = (): void => {
      if (this.#open.get(path) === opening) this.#open.delete(path);
    };
    const opening = this.#files.open(path).then((handle) => new SharedHandle(handle, forget));
    this.#open.set(path, opening);
    opening.catch(forget);
    return opening;
  }
}

/** The medium's handle of a file, and how many users it has. */
class SharedHandle {
  readonly handle: FileHandle;
  #isClosed = false;
  readonly #forget: () => void;
  #users = 0;

  /** `forget`: called when it is closed. */
  constructor(handle: FileHandle, forget: () => void) {
    this.handle = handle;
    this.#forget = forget;
  }

  /** Whether the file is open. A dead handle is found here before a user reads it; then the file is closed. */
  isUsable(): boolean {
    try {
      // A handle without users has just been opened.
      if (this.#users > 0) this.handle.size();
    } catch (error) {
      if (isHandleClosed(error)) this.end();
    }
    return !this.#isClosed;
  }

  /** Another handle of the file. REQUIRES that it is usable. */
  share(): FileHandle {
    this.#users++;
    return new Share(this);
  }

  leave(): void {
    this.#users--;
    if (this.#users === 0) this.end();
  }

  /** Closes the file, because nothing uses it or its handle is dead. The next open creates another handle. */
  end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#forget();
    this.handle.close();
  }
}

/** The handle of one user. */
class Share implements FileHandle {
  readonly #shared: SharedHandle;
  #closed = false;

  constructor(shared: SharedHandle) {
    this.#shared = shared;
  }

  size(): number {
    return this.#shared.handle.size();
  }

  read(into: Uint8Array, at: number): number {
    try {
      return this.#shared.handle.read(into, at);
    } catch (error) {
      if (isHandleClosed(error)) this.#shared.end();
      throw error;
    }
  }

  write(from: Uint8Array, at: number): void {
    this.#shared.handle.write(from, at);
  }

  truncate(size: number): void {
    this.#shared.handle.truncate(size);
  }

  flush(): void {
    this.#shared.handle.flush();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#shared.leave();
  }
}
