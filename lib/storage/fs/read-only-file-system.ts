import type { FileHandle, FileSystem } from './file-system.js';
import { GrowableBytes } from './growable-bytes.js';
import { MemoryFileSystem } from './memory-file-system.js';

/**
 * The files of a medium that must not change. Whatever is created or written exists in memory only, and nothing is
 * removed, so that the same code opens a database with and without permission to change it.
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
    return unchanged(await this.#files.open(path));
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

/** A handle whose writes stay in memory, and are forgotten when it is closed. */
function unchanged(handle: FileHandle): FileHandle {
  let own: GrowableBytes | null = null;
  const copy = (): GrowableBytes => {
    if (own !== null) return own;
    const bytes = new Uint8Array(handle.size());
    own = new GrowableBytes();
    own.write(bytes.subarray(0, handle.read(bytes, 0)), 0);
    return own;
  };
  return {
    size: () => own?.length ?? handle.size(),
    read: (into, at) => (own ?? handle).read(into, at),
    write: (from, at) => copy().write(from, at),
    truncate: (size) => copy().truncate(size),
    flush: () => {},
    close: () => handle.close(),
  };
}
