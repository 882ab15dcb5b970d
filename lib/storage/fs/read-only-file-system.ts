import type { FileHandle, FileSystem } from './file-system.js';
import { MemoryFileSystem } from './memory-file-system.js';

/**
 * The files of a medium that must not change. Whatever is created exists in memory only, and nothing is removed, so
 * that the same code opens a database with and without permission to change it.
 */
export class ReadOnlyFileSystem implements FileSystem {
  readonly #files: FileSystem;
  readonly #created = new MemoryFileSystem();

  constructor(files: FileSystem) {
    this.#files = files;
  }

  create(path: string): Promise<FileHandle> {
    return this.#created.create(path);
  }

  async open(path: string): Promise<FileHandle> {
    if (this.#created.has(path)) return this.#created.open(path);
    return readOnly(await this.#files.open(path), path);
  }

  async list(directory: string): Promise<readonly string[]> {
    return joined(await this.#files.list(directory), await this.#created.list(directory));
  }

  async listDirectories(directory: string): Promise<readonly string[]> {
    return joined(await this.#files.listDirectories(directory), await this.#created.listDirectories(directory));
  }

  /** Removes only what was created here. */
  remove(path: string): Promise<void> {
    return this.#created.remove(path);
  }

  removeDirectory(path: string): Promise<void> {
    return this.#created.removeDirectory(path);
  }
}

function joined(a: readonly string[], b: readonly string[]): readonly string[] {
  return b.length === 0 ? a : [...new Set([...a, ...b])].sort();
}

function readOnly(handle: FileHandle, path: string): FileHandle {
  const refuse = (): never => {
    throw new Error(`'${path}' is open for reading only`);
  };
  return {
    size: () => handle.size(),
    read: (into, at) => handle.read(into, at),
    write: refuse,
    truncate: refuse,
    flush: refuse,
    close: () => handle.close(),
  };
}
