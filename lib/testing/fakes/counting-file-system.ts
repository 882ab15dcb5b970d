/* A file system that counts what it is asked to do, and lets another one do it. */
import type { FileHandle, FileSystem } from '../../storage/fs/file-system.js';

export class CountingFileSystem implements FileSystem {
  /** What was done so far: bytes written, flushes, files created, and files opened that existed. */
  readonly done = { bytes: 0, flushes: 0, creates: 0, opens: 0 };
  /** Handles that are open, and the largest number of them so far. */
  readonly handles = { now: 0, most: 0 };
  /** The paths of the existing files that were opened, in that order. */
  readonly opened: string[] = [];
  private readonly inner: FileSystem;

  constructor(inner: FileSystem) {
    this.inner = inner;
  }

  async create(path: string): Promise<FileHandle> {
    this.done.creates++;
    return this.count(await this.inner.create(path));
  }

  async open(path: string): Promise<FileHandle> {
    this.done.opens++;
    this.opened.push(path);
    return this.count(await this.inner.open(path));
  }

  list(directory: string): Promise<readonly string[]> {
    return this.inner.list(directory);
  }

  listDirectories(directory: string): Promise<readonly string[]> {
    return this.inner.listDirectories(directory);
  }

  remove(path: string): Promise<void> {
    return this.inner.remove(path);
  }

  removeDirectory(path: string): Promise<void> {
    return this.inner.removeDirectory(path);
  }

  private count(handle: FileHandle): FileHandle {
    const { done, handles } = this;
    let isOpen = true;
    handles.now++;
    handles.most = Math.max(handles.most, handles.now);
    return {
      size: () => handle.size(),
      read: (into, at) => handle.read(into, at),
      write: (from, at) => {
        done.bytes += from.length;
        handle.write(from, at);
      },
      truncate: (size) => handle.truncate(size),
      flush: () => {
        done.flushes++;
        handle.flush();
      },
      close: () => {
        if (isOpen) handles.now--;
        isOpen = false;
        handle.close();
      },
    };
  }
}
