/** Files in memory, for `bigtab/memory` and for tests. Nothing survives the process, so `flush` does nothing. */
import { fileBusy, fileExists, fileNotFound, handleClosed } from './file-errors.js';
import { splitPath } from './file-names.js';
import type { FileHandle, FileSystem } from './file-system.js';
import { GrowableBytes } from './growable-bytes.js';

export interface MemoryFile {
  readonly content: GrowableBytes;
  open: boolean;
}

export class MemoryFileSystem implements FileSystem {
  readonly #files: Map<string, MemoryFile>;

  /** `files`: the files at their paths. */
  constructor(files: Map<string, MemoryFile> = new Map()) {
    this.#files = files;
  }

  async create(path: string): Promise<FileHandle> {
    splitPath(path);
    if (this.#files.has(path)) throw fileExists(path);
    const file: MemoryFile = { content: new GrowableBytes(), open: true };
    this.#files.set(path, file);
    return new MemoryFileHandle(path, file);
  }

  async open(path: string): Promise<FileHandle> {
    const file = this.#files.get(path);
    if (file === undefined) throw fileNotFound(path);
    if (file.open) throw fileBusy(path);
    file.open = true;
    return new MemoryFileHandle(path, file);
  }

  async list(directory: string): Promise<readonly string[]> {
    return childrenOf(this.#files.keys(), directory).files;
  }

  async listDirectories(directory: string): Promise<readonly string[]> {
    return childrenOf(this.#files.keys(), directory).directories;
  }

  async remove(path: string): Promise<void> {
    if (this.#files.get(path)?.open) throw fileBusy(path);
    this.#files.delete(path);
  }

  async removeDirectory(path: string): Promise<void> {
    splitPath(path);
    const inside = [...this.#files].filter(([name]) => name.startsWith(`${path}/`));
    for (const [name, file] of inside) if (file.open) throw fileBusy(name);
    for (const [name] of inside) this.#files.delete(name);
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }
}

/** Names of the files and of the directories directly in `directory`, sorted, if `paths` are all existing files. */
export function childrenOf(
  paths: Iterable<string>,
  directory: string,
): { readonly files: string[]; readonly directories: string[] } {
  const prefix = directory === '' ? '' : `${directory}/`;
  const files: string[] = [];
  const directories = new Set<string>();
  for (const path of paths) {
    if (!path.startsWith(prefix)) continue;
    const slash = path.indexOf('/', prefix.length);
    if (slash < 0) files.push(path.slice(prefix.length));
    else directories.add(path.slice(prefix.length, slash));
  }
  return { files: files.sort(), directories: [...directories].sort() };
}

class MemoryFileHandle implements FileHandle {
  readonly #path: string;
  readonly #file: MemoryFile;
  #closed = false;

  constructor(path: string, file: MemoryFile) {
    this.#path = path;
    this.#file = file;
  }

  size(): number {
    return this.#content().length;
  }

  read(into: Uint8Array, at: number): number {
    return this.#content().read(into, at);
  }

  write(from: Uint8Array, at: number): void {
    this.#content().write(from, at);
  }

  truncate(size: number): void {
    this.#content().truncate(size);
  }

  flush(): void {
    this.#content();
  }

  close(): void {
    if (!this.#closed) this.#file.open = false;
    this.#closed = true;
  }

  #content(): GrowableBytes {
    if (this.#closed) throw handleClosed(this.#path);
    return this.#file.content;
  }
}
