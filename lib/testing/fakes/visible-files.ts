import { fileNotFound } from '../../storage/fs/file-errors.js';
import { splitPath } from '../../storage/fs/file-names.js';
import { GrowableBytes } from '../../storage/fs/growable-bytes.js';
import { type MemoryFile, MemoryFileSystem } from '../../storage/fs/memory-file-system.js';

/** Files in memory whose names and bytes a test reads and replaces. */
export class VisibleFiles extends MemoryFileSystem {
  private readonly files: Map<string, MemoryFile>;

  constructor() {
    const files = new Map<string, MemoryFile>();
    super(files);
    this.files = files;
  }

  /** All paths, sorted. */
  paths(): readonly string[] {
    return [...this.files.keys()].sort();
  }

  /** A copy of the bytes of a file. REQUIRES that it exists. */
  bytesOf(path: string): Uint8Array {
    const file = this.files.get(path);
    if (file === undefined) throw fileNotFound(path);
    return file.content.toBytes();
  }

  /** Replaces the content of the file at `path` with `bytes`, whether it is open or not. */
  setBytes(path: string, bytes: Uint8Array): void {
    splitPath(path);
    let file = this.files.get(path);
    if (file === undefined) {
      file = { content: new GrowableBytes(), open: false };
      this.files.set(path, file);
    }
    file.content.truncate(0);
    file.content.write(bytes, 0);
  }
}
