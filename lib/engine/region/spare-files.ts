import type { Clock } from '../../clock.js';
import { settleAll } from '../../settle-all.js';
import type { SpareFile } from '../../storage/catalog/catalog.js';
import { type NumberedName, newStoreFilePath, parseStoreFilePath } from '../../storage/fs/file-names.js';
import type { FileHandle, FileSystem } from '../../storage/fs/file-system.js';
import { YOUNG_NAME_MS } from '../../storage/wal/segment-writer.js';

/** How many spares are kept if none is used, and at most. */
const SPARES = 8;
const MOST_SPARES = 24;
/** The first spare is created this long after a commit, so that a page that starts does not wait for it. */
const LATER_MS = 10_000;
/** The time between two spares, so that their creation does not slow down writes. */
const APART_MS = 1_000;
/** At most this many numbers are remembered; forgetting one only means that its inputs are kept longer. */
const MOST_REMEMBERED = 1_000;

/** An open, empty file for the output of a flush or compaction. */
export interface NewFile extends NumberedName {
  readonly path: string;
  readonly handle: FileHandle;
}

interface Spare extends NumberedName, SpareFile {
  /** When its name was created, by the monotonic clock. */
  readonly madeAt: number;
}

export interface SpareFilesParts {
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly epoch: number;
  /** See RecoveryOptions. */
  readonly obsoleteLimit: number;
  /** By how many bytes the obsolete files exceed the live ones. */
  readonly garbageBytes: () => number;
  readonly takeNumber: () => number;
  /** Whether files may be created in advance. */
  readonly mayMake: () => boolean;
  /** Called with a spare that cannot be used. */
  readonly onLeft: (path: string) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Empty store files that were created in advance. A power cut may undo the name of a new file, so its inputs are kept
 * for 60 s. If there is much garbage, compactions write into spares with old names: after such an output was flushed
 * and committed, nothing can undo it, and its inputs may be removed at once (compaction/obsolete-files). So may the log
 * segments of the flushes that wrote these inputs. Flushes use no spares, because their files are soon compacted.
 *
 * Spares are closed while they wait. The catalog lists them, and the next owner uses them too.
 */
export class SpareFiles {
  readonly #parts: SpareFilesParts;
  /** From oldest to newest, in the order of their numbers. */
  readonly #spares: Spare[];
  /** The numbers of used spares whose names were old. */
  readonly #old = new Set<number>();
  /** When spares were used within the last minute, by the monotonic clock. */
  #uses: number[] = [];
  #cancel: (() => void) | null = null;
  #making: Promise<void> | null = null;
  #stopped = false;

  /** `adopted`: the spares of an earlier owner. */
  constructor(parts: SpareFilesParts, adopted: readonly SpareFile[]) {
    this.#parts = parts;
    const { clock } = parts;
    this.#spares = adopted.map(({ path, since }) => {
      const age = Math.max(0, clock.now() - since);
      return { path, since, madeAt: clock.monotonic() - age, ...(parseStoreFilePath(path) as NumberedName) };
    });
    this.#spares.sort((a, b) => a.number - b.number);
  }

  /** The spares, and when their names were created by the wall clock. */
  get list(): readonly SpareFile[] {
    return this.#spares.map(({ path, since }) => ({ path, since }));
  }

  /** The number of spares with old names. */
  get ready(): number {
    return this.#spares.filter((spare) => this.#isOld(spare)).length;
  }

  /** Whether the file with this number is known to have a name that no power cut can undo. */
  hasOldName(number: number): boolean {
    return this.#old.has(number);
  }

  /**
   * A spare with an old name if it is for a compaction and there is much garbage, otherwise a file with a new name. Its
   * number is larger than `after`.
   */
  async newFile(kind: 'flush' | 'compaction', after = 0): Promise<NewFile> {
    const { garbageBytes, obsoleteLimit } = this.#parts;
    const spare = kind === 'compaction' && garbageBytes() > obsoleteLimit ? await this.#take(after) : null;
    return spare ?? this.#create();
  }

  /** Called after each commit: creates spares later, one at a time, if some are missing. */
  keep(): void {
    this.#keep(LATER_MS);
  }

  /** Resolves when no more files are created. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.#making;
  }

  /** As many as were used in the last minute, because a new one is of use only a minute later, and a few more. */
  get #wanted(): number {
    const now = this.#parts.clock.monotonic();
    this.#uses = this.#uses.filter((at) => now - at < YOUNG_NAME_MS);
    return Math.min(this.#uses.length + SPARES, MOST_SPARES);
  }

  #isOld({ madeAt }: Spare): boolean {
    return this.#parts.clock.monotonic() - madeAt >= YOUNG_NAME_MS;
  }

  #keep(afterMs: number): void {
    const { clock, obsoleteLimit } = this.#parts;
    if (this.#stopped || this.#cancel !== null || this.#making !== null) return;
    if (obsoleteLimit === Number.POSITIVE_INFINITY || this.#spares.length >= this.#wanted) return;
    this.#cancel = clock.after(afterMs, () => {
      this.#cancel = null;
      this.#making = this.#make().then((made) => {
        this.#making = null;
        if (made) this.#keep(APART_MS);
      });
    });
  }

  async #take(after: number): Promise<NewFile | null> {
    const { clock, files, onLeft } = this.#parts;
    for (;;) {
      const [spare] = this.#spares;
      if (spare === undefined || spare.number <= after || !this.#isOld(spare)) return null;
      this.#spares.shift();
      this.#uses.push(clock.monotonic());
      const { path, epoch, number } = spare;
      try {
        const handle = await files.open(path);
        if (this.#old.size >= MOST_REMEMBERED) this.#old.clear();
        this.#old.add(number);
        return { path, epoch, number, handle };
      } catch {
        onLeft(path);
      }
    }
  }

  async #create(): Promise<NewFile> {
    const { epoch, files, takeNumber } = this.#parts;
    const number = takeNumber();
    const path = newStoreFilePath(epoch, number);
    return { path, epoch, number, handle: await files.create(path) };
  }

  /** Creates one spare if that is allowed now, and resolves to whether it did. Never rejects. */
  async #make(): Promise<boolean> {
    const { clock, mayMake, onError } = this.#parts;
    if (!mayMake()) return false;
    try {
      const { path, epoch, number, handle } = await this.#create();
      handle.close();
      this.#spares.push({ path, epoch, number, since: clock.now(), madeAt: clock.monotonic() });
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }
}

/**
 * The store files among `listed` that exist and are empty. One that is not empty is an output that was not committed.
 * Never rejects.
 */
export async function emptySpares(files: FileSystem, listed: readonly SpareFile[]): Promise<readonly SpareFile[]> {
  const spares = listed.filter(({ path }) => parseStoreFilePath(path) !== null).slice(0, MOST_SPARES);
  const empty = await settleAll(spares.map(({ path }) => isEmpty(files, path)));
  return spares.filter((_, index) => empty[index]);
}

async function isEmpty(files: FileSystem, path: string): Promise<boolean> {
  try {
    const handle = await files.open(path);
    try {
      return handle.size() === 0;
    } finally {
      handle.close();
    }
  } catch {
    return false;
  }
}
