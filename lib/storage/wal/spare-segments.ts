import type { Clock } from '../../clock.js';
import type { SpareFile } from '../catalog/catalog.js';
import { type NumberedName, walPath } from '../fs/file-names.js';
import type { FileHandle, FileSystem } from '../fs/file-system.js';

/** An open log segment; empty while it is a spare. */
export interface SpareSegment {
  /** Epoch and number in its name. */
  readonly epoch: number;
  readonly number: number;
  readonly path: string;
  readonly handle: FileHandle;
  /** When its name was created, by the monotonic clock: a power cut may undo a young name. -Infinity for an old one. */
  readonly madeAt: number;
  /** The same by the wall clock, for the next owner. */
  readonly since: number;
  /**
   * False after a failure that may have left anything in the file, or may have made it no longer the newest. It is then
   * never written again.
   */
  trusted: boolean;
}

/** How many spares are kept ready if the log does not roll. */
export const SPARES = 2;

export interface SpareSegmentsOptions {
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly epoch: number;
  /** Called when creating a spare failed. */
  readonly onError: (error: unknown) => void;
}

/**
 * Empty segments created in advance, so that rolling the log needs no `await`.
 *
 * They are used in the order of their numbers, because the highest number with a valid header is the newest segment.
 */
export class SpareSegments {
  readonly #options: SpareSegmentsOptions;
  readonly #spares: SpareSegment[] = [];
  #nextNumber = 1;
  /** Why the last spare could not be created. */
  failure: unknown = null;
  #making: Promise<void> | null = null;
  #closed = false;

  constructor(options: SpareSegmentsOptions) {
    this.#options = options;
  }

  get ready(): number {
    return this.#spares.length;
  }

  /** The spares, and when their names were created by the wall clock. */
  get list(): readonly SpareFile[] {
    return this.#spares.map(({ path, since }) => ({ path, since }));
  }

  /** The handle of a spare; null if there is none of this path. */
  handleOf(path: string): FileHandle | null {
    return this.#spares.find((spare) => spare.path === path)?.handle ?? null;
  }

  /** The spare that `take` returns next. */
  get next(): SpareSegment | null {
    return this.#spares[0] ?? null;
  }

  take(): SpareSegment | null {
    return this.#spares.shift() ?? null;
  }

  /** Returns spares that are empty again. REQUIRES that none with a higher number was used. */
  putBack(spares: readonly SpareSegment[]): void {
    this.#spares.unshift(...spares);
  }

  /** Abandons a spare that failed; the next open removes its file, because its content is unknown. */
  abandon(spare: SpareSegment): void {
    closeQuietly(spare.handle);
  }

  /**
   * Takes over spares of an earlier owner, in the order of their names. REQUIRES names that are at least 60 s old, and
   * that no spare was created. A file that cannot be opened or is not empty is left alone.
   */
  async adopt(spares: readonly (NumberedName & SpareFile)[]): Promise<void> {
    for (const { epoch, number, path, since } of spares) {
      try {
        const handle = await this.#options.files.open(path);
        if (handle.size() > 0) closeQuietly(handle);
        else this.#spares.push({ epoch, number, path, handle, madeAt: Number.NEGATIVE_INFINITY, since, trusted: true });
      } catch {
        // Another name is used instead.
      }
    }
  }

  /**
   * Creates spares until there are `count`. Only one run at a time; never rejects. A failure is reported and stored in
   * `failure`, and the next call tries again.
   */
  make(count: number = SPARES): Promise<void> {
    this.#making ??= this.#fill(count)
      .catch((error: unknown) => {
        this.failure = error;
        this.#options.onError(error);
      })
      .finally(() => {
        this.#making = null;
      });
    return this.#making;
  }

  /** Closes the spares; the next open removes their files. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#making;
    for (const { handle } of this.#spares.splice(0)) closeQuietly(handle);
  }

  /** One after the other: a power cut undoes the youngest names, so only the last segment can be missing. */
  async #fill(count: number): Promise<void> {
    const { files, clock, epoch } = this.#options;
    while (!this.#closed && this.#spares.length < count) {
      const number = this.#nextNumber++;
      const path = walPath(epoch, number);
      const handle = await files.create(path);
      const since = clock.now();
      this.#spares.push({ epoch, number, path, handle, madeAt: clock.monotonic(), since, trusted: true });
    }
  }
}

/** Closes a handle that is abandoned, or whose bytes are already on the device. */
export function closeQuietly(handle: FileHandle): void {
  try {
    handle.close();
  } catch {
    // Nothing depends on this handle any more.
  }
}
