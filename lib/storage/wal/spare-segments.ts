import type { Clock } from '../../clock.js';
import { walPath } from '../fs/file-names.js';
import type { FileHandle, FileSystem } from '../fs/file-system.js';

/** An open log segment: empty as long as it is a spare. */
export interface SpareSegment {
  readonly number: number;
  readonly path: string;
  readonly handle: FileHandle;
  /** When its name was made, by the monotonic clock: a young name may be undone by a power cut. */
  readonly madeAt: number;
  /**
   * False after a failure that may have left anything in the file, or made it no longer the newest: nothing is written
   * to it any more.
   */
  trusted: boolean;
}

/** How many are kept ready. */
const SPARES = 2;

export interface SpareSegmentsOptions {
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly epoch: number;
  /** Is told when making one failed. */
  readonly onError: (error: unknown) => void;
}

/**
 * Empty segments made ahead, so that rolling the log needs no `await`.
 *
 * They are taken in the order of their numbers, because the highest number with a sound header is the newest segment.
 */
export class SpareSegments {
  private readonly options: SpareSegmentsOptions;
  private readonly spares: SpareSegment[] = [];
  private nextNumber = 1;
  /** Why the last one could not be made. */
  failure: unknown = null;
  private making: Promise<void> | null = null;
  private closed = false;

  constructor(options: SpareSegmentsOptions) {
    this.options = options;
  }

  get ready(): number {
    return this.spares.length;
  }

  take(): SpareSegment | null {
    return this.spares.shift() ?? null;
  }

  /** Gives back spares that are empty again. REQUIRES that none with a higher number was used. */
  putBack(spares: readonly SpareSegment[]): void {
    this.spares.unshift(...spares);
  }

  /** Lets go of a spare that failed; its file stays for the next open to remove, for what stands in it is not known. */
  abandon(spare: SpareSegment): void {
    closeQuietly(spare.handle);
  }

  /**
   * Makes spares until there are `count`. One run at a time; never rejects: a failure is reported and kept in
   * `failure`, and the next call tries again.
   */
  make(count: number = SPARES): Promise<void> {
    this.making ??= this.fill(count)
      .catch((error: unknown) => {
        this.failure = error;
        this.options.onError(error);
      })
      .finally(() => {
        this.making = null;
      });
    return this.making;
  }

  /** Closes and removes them; a file that cannot be removed is left for the next open. */
  async close(): Promise<void> {
    this.closed = true;
    await this.making;
    for (const spare of this.spares.splice(0)) {
      closeQuietly(spare.handle);
      await this.options.files.remove(spare.path).catch(() => {});
    }
  }

  /**
   * One after the other: a power cut undoes the youngest names, so that of the segments only the last can be missing.
   */
  private async fill(count: number): Promise<void> {
    const { files, clock, epoch } = this.options;
    while (!this.closed && this.spares.length < count) {
      const number = this.nextNumber++;
      const path = walPath(epoch, number);
      const handle = await files.create(path);
      this.spares.push({ number, path, handle, madeAt: clock.monotonic(), trusted: true });
    }
  }
}

/** For a handle that is given up, or whose bytes are on the device already. */
export function closeQuietly(handle: FileHandle): void {
  try {
    handle.close();
  } catch {
    // Nothing depends on it any more.
  }
}
