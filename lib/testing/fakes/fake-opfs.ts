/*
 * The parts of the browser's origin private file system that the engine uses, in memory, with the behavior observed in
 * browsers: exclusive handles, short write counts, counts of 0 and of 4294967288 when there is no space left,
 * QuotaExceededError, handles that die. It has the structure of a FileSystemDirectoryHandle and of the objects that it
 * returns. It does not model crashes; SimFileSystem does.
 */
import { GrowableBytes } from '../../storage/fs/growable-bytes.js';

/**
 * A problem of a call to a synchronous access handle: a short count, a count of 0, a wrong count, an error, or a handle
 * that died.
 */
export type FakeTrouble = 'short' | 'zero' | 'lie' | 'quota' | 'invalid';

/** The next problems, for all handles together. Each call takes the first one of its list. */
export interface FakeTroubles {
  readonly write: FakeTrouble[];
  readonly read: FakeTrouble[];
  readonly truncate: FakeTrouble[];
  readonly flush: FakeTrouble[];
  /** The names of errors for the next files to open. */
  readonly open: string[];
  /** The name of the error for a file that is already open; in WebKit it differs from the default. */
  busy?: 'NoModificationAllowedError' | 'InvalidStateError';
}

/** The result of Chromium's `write` in an incognito window without space. */
const LYING_COUNT = 4_294_967_288;

export class FakeDirectory {
  readonly kind = 'directory' as const;
  readonly name: string;
  readonly troubles: FakeTroubles;
  /**
   * Deletes its content, as when the user clears the site's data. Handles of deleted directories find nothing, and open
   * files continue to work.
   */
  clear(): void {
    for (const entry of this.inside.values()) if (entry instanceof FakeDirectory) entry.delete();
    this.inside.clear();
  }

  private delete(): void {
    this.clear();
    this.deleted = true;
  }

  /** The names of its entries. */
  get names(): readonly string[] {
    return [...this.inside.keys()];
  }
  private deleted = false;
  private readonly inside = new Map<string, FakeDirectory | FakeFile>();

  /** By default the root of a new, empty file system. */
  constructor(name = '', troubles: FakeTroubles = { write: [], read: [], truncate: [], flush: [], open: [] }) {
    this.name = name;
    this.troubles = troubles;
  }

  async getDirectoryHandle(name: string, options: { readonly create?: boolean } = {}): Promise<FakeDirectory> {
    const found = this.find(name, options.create === true, () => new FakeDirectory(name, this.troubles));
    if (found instanceof FakeDirectory) return found;
    throw new DOMException('This is a file', 'TypeMismatchError');
  }

  async getFileHandle(name: string, options: { readonly create?: boolean } = {}): Promise<FakeFile> {
    const found = this.find(name, options.create === true, () => new FakeFile(name, this.troubles));
    if (found instanceof FakeFile) return found;
    throw new DOMException('This is a directory', 'TypeMismatchError');
  }

  async removeEntry(name: string, options: { readonly recursive?: boolean } = {}): Promise<void> {
    const found = this.find(name, false);
    if (found.isOpen) throw busy('An access handle is open', this.troubles);
    if (found instanceof FakeDirectory && found.inside.size > 0 && options.recursive !== true) {
      throw new DOMException('The directory is not empty', 'InvalidModificationError');
    }
    this.inside.delete(name);
  }

  async *values(): AsyncIterableIterator<FakeDirectory | FakeFile> {
    if (this.deleted) throw new DOMException('There is no such directory', 'NotFoundError');
    yield* [...this.inside.values()];
  }

  /** Whether a handle of a file in it is open. */
  get isOpen(): boolean {
    return [...this.inside.values()].some((entry) => entry.isOpen);
  }

  private find(name: string, create: boolean, make?: () => FakeDirectory | FakeFile): FakeDirectory | FakeFile {
    if (name === '' || name === '.' || name === '..' || name.includes('/')) throw new TypeError('Name is not allowed');
    let found = this.inside.get(name);
    if (found === undefined) {
      if (this.deleted || !create || make === undefined)
        throw new DOMException('There is no such entry', 'NotFoundError');
      found = make();
      this.inside.set(name, found);
    }
    return found;
  }
}

export class FakeFile {
  readonly kind = 'file' as const;
  readonly name: string;
  readonly content: GrowableBytes = new GrowableBytes();
  isOpen = false;
  private readonly troubles: FakeTroubles;

  constructor(name: string, troubles: FakeTroubles) {
    this.name = name;
    this.troubles = troubles;
  }

  async createSyncAccessHandle(): Promise<FakeAccessHandle> {
    const trouble = this.troubles.open.shift();
    if (trouble !== undefined) throw new DOMException('This cannot be opened', trouble);
    if (this.isOpen) throw busy('Another access handle is open', this.troubles);
    this.isOpen = true;
    return new FakeAccessHandle(this, this.troubles);
  }
}

function busy(message: string, troubles: FakeTroubles): DOMException {
  return new DOMException(message, troubles.busy ?? 'NoModificationAllowedError');
}

export class FakeAccessHandle {
  private readonly file: FakeFile;
  private readonly troubles: FakeTroubles;
  private state: 'open' | 'dead' | 'closed' = 'open';

  constructor(file: FakeFile, troubles: FakeTroubles) {
    this.file = file;
    this.troubles = troubles;
  }

  getSize(): number {
    this.check();
    return this.file.content.length;
  }

  read(into: Uint8Array, options: { readonly at?: number } = {}): number {
    const isShort = this.meet('read') === 'short';
    return this.file.content.read(isShort ? into.subarray(0, Math.ceil(into.length / 2)) : into, options.at ?? 0);
  }

  write(from: Uint8Array, options: { readonly at?: number } = {}): number {
    const trouble = this.meet('write');
    const some = from.subarray(0, Math.ceil(from.length / 2));
    const at = options.at ?? 0;
    if (trouble === 'zero') return 0;
    this.file.content.write(trouble === null ? from : some, at);
    if (trouble === 'lie') return LYING_COUNT;
    return trouble === null ? from.length : some.length;
  }

  truncate(size: number): void {
    this.meet('truncate');
    this.file.content.truncate(size);
  }

  flush(): void {
    this.meet('flush');
  }

  close(): void {
    if (this.state !== 'closed') this.file.isOpen = false;
    this.state = 'closed';
  }

  private meet(call: 'write' | 'read' | 'truncate' | 'flush'): FakeTrouble | null {
    this.check();
    const trouble = this.troubles[call].shift() ?? null;
    if (trouble === 'quota') throw new DOMException('No space left', 'QuotaExceededError');
    if (trouble === 'invalid') this.state = 'dead';
    this.check();
    return trouble;
  }

  private check(): void {
    if (this.state !== 'open') throw new DOMException('The access handle is closed', 'InvalidStateError');
  }
}
