/*
 * Files in the browser's origin private file system. The behavior of browsers, and how it is handled:
 *
 *   a file is open at most once, and a while after its holder's death                   retried 5 s, then DATABASE_BUSY
 *   (NoModificationAllowedError; WebKit: InvalidStateError)
 *   `write` returns a short count                                                       continued after it
 *   `write` returns 0, or more than its bytes (such as 4294967288), when space runs out QUOTA_EXCEEDED
 *   QuotaExceededError, of any call                                                     QUOTA_EXCEEDED
 *   `close` does not flush; a name is not durable when it is made                       allowed by FileSystem
 *
 * Every other error passes through with the browser's name, such as the InvalidStateError of a handle that was lost
 * after it was opened.
 */
import type { Clock } from '../lib/clock.js';
import { fileBusy, fileExists, fileNotFound, outOfSpace } from '../lib/storage/fs/file-errors.js';
import { splitPath } from '../lib/storage/fs/file-names.js';
import type { FileHandle, FileSystem } from '../lib/storage/fs/file-system.js';

/** How long to wait for a file that is open elsewhere. */
const BUSY_LIMIT_MS = 5000;
const BUSY_ERRORS: readonly string[] = ['NoModificationAllowedError', 'InvalidStateError'];
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

export interface OpfsOptions {
  /** Directory of the site, from `navigator.storage.getDirectory()`. */
  readonly root: FileSystemDirectoryHandle;
  /** The directory of these files below it; created with the first file. The root itself if it is ''. */
  readonly path: string;
  readonly clock: Clock;
  /** At least 0 and below 1; spreads the retries of several workers. */
  readonly random: () => number;
}

export class OpfsFileSystem implements FileSystem {
  readonly #options: OpfsOptions;
  /** Directories that were found, by full path. */
  readonly #directories = new Map<string, FileSystemDirectoryHandle>();

  constructor(options: OpfsOptions) {
    this.#options = options;
  }

  async create(path: string): Promise<FileHandle> {
    const { directory, name } = splitPath(path);
    return this.#named(path, async () => {
      const parent = await this.#directory(directory, true);
      if (await exists(parent, name)) throw fileExists(path);
      const file = await parent.getFileHandle(name, { create: true });
      try {
        return await this.#openHandle(path, file);
      } catch (error) {
        // Nothing uses the name; it could not be removed either if the file is open elsewhere.
        await parent.removeEntry(name).catch(() => {});
        throw error;
      }
    });
  }

  async open(path: string): Promise<FileHandle> {
    const { directory, name } = splitPath(path);
    return this.#named(path, async () => {
      const parent = await this.#directory(directory, false);
      return this.#openHandle(path, await parent.getFileHandle(name));
    });
  }

  async list(directory: string): Promise<readonly string[]> {
    return this.#entries(directory, 'file');
  }

  async listDirectories(directory: string): Promise<readonly string[]> {
    return this.#entries(directory, 'directory');
  }

  async remove(path: string): Promise<void> {
    await this.#removeEntry(path, {});
  }

  async removeDirectory(path: string): Promise<void> {
    await this.#removeEntry(path, { recursive: true });
    const full = this.#fullPath(path);
    for (const known of this.#directories.keys()) {
      if (known === full || known.startsWith(`${full}/`)) this.#directories.delete(known);
    }
  }

  async #openHandle(path: string, file: FileSystemFileHandle): Promise<FileHandle> {
    return new OpfsFileHandle(path, await this.#whenFree(path, () => file.createSyncAccessHandle()));
  }

  async #removeEntry(path: string, options: FileSystemRemoveOptions): Promise<void> {
    const { directory, name } = splitPath(path);
    try {
      const parent = await this.#directory(directory, false);
      await this.#whenFree(path, () => parent.removeEntry(name, options));
    } catch (error) {
      if (nameOf(error) !== 'NotFoundError') throw error;
    }
  }

  async #entries(directory: string, kind: FileSystemHandleKind): Promise<readonly string[]> {
    const names: string[] = [];
    try {
      const handle = await this.#directory(directory, false);
      for await (const entry of handle.values()) if (entry.kind === kind) names.push(entry.name);
    } catch (error) {
      if (nameOf(error) !== 'NotFoundError') throw error;
    }
    return names.sort();
  }

  async #directory(path: string, create: boolean): Promise<FileSystemDirectoryHandle> {
    return this.#descend(this.#fullPath(path), create);
  }

  /**
   * Starts at the nearest known directory: if that was deleted, nothing is found, and it is not created again together
   * with its parents.
   */
  async #descend(full: string, create: boolean): Promise<FileSystemDirectoryHandle> {
    if (full === '') return this.#options.root;
    const known = this.#directories.get(full);
    if (known !== undefined) return known;
    const slash = full.lastIndexOf('/');
    const parent = await this.#descend(full.slice(0, Math.max(slash, 0)), create);
    const handle = await parent.getDirectoryHandle(full.slice(slash + 1), { create });
    this.#directories.set(full, handle);
    return handle;
  }

  #fullPath(path: string): string {
    const { path: base } = this.#options;
    return base === '' || path === '' ? base + path : `${base}/${path}`;
  }

  /** Tries again while the file is held elsewhere, with growing pauses. */
  async #whenFree<T>(path: string, work: () => Promise<T>): Promise<T> {
    const { clock, random } = this.#options;
    const limit = clock.monotonic() + BUSY_LIMIT_MS;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!BUSY_ERRORS.includes(nameOf(error))) throw error;
        const left = limit - clock.monotonic();
        if (left <= 0) throw fileBusy(path, error);
        const jittered = pause * (0.5 + random());
        await new Promise<void>((resolve) => clock.after(Math.min(jittered, left), resolve));
      }
    }
  }

  async #named<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (nameOf(error) === 'NotFoundError') throw fileNotFound(path, error);
      throw asQuota(error, path, 0);
    }
  }
}

class OpfsFileHandle implements FileHandle {
  readonly #path: string;
  readonly #handle: FileSystemSyncAccessHandle;

  constructor(path: string, handle: FileSystemSyncAccessHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  size(): number {
    return this.#handle.getSize();
  }

  read(into: Uint8Array, at: number): number {
    let done = this.#handle.read(into, { at });
    // A short count need not be the end of the file.
    while (done < into.length) {
      const count = this.#handle.read(into.subarray(done), { at: at + done });
      if (count === 0) break;
      done += count;
    }
    return done;
  }

  write(from: Uint8Array, at: number): void {
    let done = 0;
    while (done < from.length) {
      const left = from.length - done;
      const rest = done === 0 ? from : from.subarray(done);
      const options = { at: at + done };
      const count = this.#guard(left, () => this.#handle.write(rest, options));
      if (!(count > 0 && count <= left)) throw outOfSpace(this.#path, left);
      done += count;
    }
  }

  truncate(size: number): void {
    this.#guard(size, () => this.#handle.truncate(size));
  }

  flush(): void {
    this.#guard(0, () => this.#handle.flush());
  }

  close(): void {
    this.#handle.close();
  }

  #guard<T>(needed: number, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asQuota(error, this.#path, needed);
    }
  }
}

async function exists(directory: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await directory.getFileHandle(name);
    return true;
  } catch (error) {
    if (nameOf(error) === 'NotFoundError') return false;
    throw error;
  }
}

function asQuota(error: unknown, path: string, needed: number): unknown {
  return nameOf(error) === 'QuotaExceededError' ? outOfSpace(path, needed, error) : error;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
