/**
 * Files of the machine through Node's synchronous calls, for tests and tools: real sizes, real `fsync`, real processes
 * to kill.
 */
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { fileBusy, fileExists, fileNotFound, handleClosed, outOfSpace } from '../../storage/fs/file-errors.js';
import { splitPath } from '../../storage/fs/file-names.js';
import type { FileHandle, FileSystem } from '../../storage/fs/file-system.js';

export class NodeFileSystem implements FileSystem {
  readonly #root: string;
  readonly #others: readonly string[];
  readonly #opened = new Set<string>();

  /**
   * `root` is created if it does not exist. Handles are exclusive within this object, not between processes. `others`: the
   * names of files in `root` that are not part of this file system, which neither shows nor changes them.
   */
  constructor(root: string, others: readonly string[] = []) {
    this.#root = root;
    this.#others = others;
    fs.mkdirSync(root, { recursive: true });
  }

  async create(path: string): Promise<FileHandle> {
    splitPath(path);
    const at = join(this.#root, path);
    fs.mkdirSync(dirname(at), { recursive: true });
    return this.#openWith(path, 'wx+');
  }

  async open(path: string): Promise<FileHandle> {
    if (this.#opened.has(path)) throw fileBusy(path);
    if (this.#others.includes(path)) throw fileNotFound(path);
    return this.#openWith(path, 'r+');
  }

  async list(directory: string): Promise<readonly string[]> {
    const names = this.#entries(directory, (entry) => entry.isFile());
    return directory === '' ? names.filter((name) => !this.#others.includes(name)) : names;
  }

  async listDirectories(directory: string): Promise<readonly string[]> {
    return this.#entries(directory, (entry) => entry.isDirectory());
  }

  async remove(path: string): Promise<void> {
    splitPath(path);
    if (this.#opened.has(path)) throw fileBusy(path);
    if (!this.#others.includes(path)) fs.rmSync(join(this.#root, path), { force: true });
  }

  async removeDirectory(path: string): Promise<void> {
    splitPath(path);
    for (const open of this.#opened) if (open.startsWith(`${path}/`)) throw fileBusy(open);
    fs.rmSync(join(this.#root, path), { force: true, recursive: true });
  }

  #openWith(path: string, flags: 'wx+' | 'r+'): FileHandle {
    try {
      const descriptor = fs.openSync(join(this.#root, path), flags);
      this.#opened.add(path);
      return new NodeFileHandle(path, descriptor, () => this.#opened.delete(path));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw fileNotFound(path, error);
      if (codeOf(error) === 'EEXIST') throw fileExists(path);
      throw error;
    }
  }

  #entries(directory: string, wanted: (entry: fs.Dirent) => boolean): readonly string[] {
    try {
      const entries = fs.readdirSync(join(this.#root, directory), { withFileTypes: true });
      return entries
        .filter(wanted)
        .map((entry) => entry.name)
        .sort();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }
}

class NodeFileHandle implements FileHandle {
  readonly #path: string;
  readonly #fd: number;
  readonly #onClose: () => void;
  #closed = false;

  constructor(path: string, fd: number, onClose: () => void) {
    this.#path = path;
    this.#fd = fd;
    this.#onClose = onClose;
  }

  size(): number {
    return fs.fstatSync(this.#descriptor()).size;
  }

  read(into: Uint8Array, at: number): number {
    const fd = this.#descriptor();
    let done = 0;
    while (done < into.length) {
      const count = fs.readSync(fd, into, done, into.length - done, at + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  }

  write(from: Uint8Array, at: number): void {
    const fd = this.#descriptor();
    this.#guard(from.length, () => {
      for (let done = 0; done < from.length; ) {
        done += fs.writeSync(fd, from, done, from.length - done, at + done);
      }
    });
  }

  truncate(size: number): void {
    const fd = this.#descriptor();
    this.#guard(size, () => fs.ftruncateSync(fd, size));
  }

  flush(): void {
    const fd = this.#descriptor();
    this.#guard(0, () => fs.fsyncSync(fd));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    fs.closeSync(this.#fd);
    this.#onClose();
  }

  #descriptor(): number {
    if (this.#closed) throw handleClosed(this.#path);
    return this.#fd;
  }

  #guard(needed: number, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT') throw outOfSpace(this.#path, needed, error);
      throw error;
    }
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}
