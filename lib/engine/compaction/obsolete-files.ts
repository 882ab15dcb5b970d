import { BigtabError } from '../../errors.js';
import type { ObsoleteFile, TableRecord } from '../../storage/catalog/catalog.js';
import type { Engine } from '../region/engine.js';
import { OBSOLETE_FOR_MS } from '../region/region-commit.js';
import { youngPoints } from '../region/rollback-point.js';

/** The shortest time between two checks: a file that is still read is tried again. */
const RETRY_MS = 5_000;

/**
 * Removes files that were replaced, once a power cut cannot undo the replacement.
 *
 * Invariants:
 *  1. A file is removed 60 s after the commit that replaced it, or later, by the wall clock, which also advances while
 *     the database is closed.
 *  2. Before it is removed, a commit forgets the roll-back points of that age: no table may go back to a state whose
 *     log is removed.
 *  3. Nothing is removed while the mirror is older than the catalog: recovery may have to begin with the mirror, which
 *     may still name the file.
 *  4. A log segment is kept while recovery would need it, for example after a table went back.
 */
export class ObsoleteFiles {
  readonly #engine: Engine;
  #removing: Promise<number> | null = null;
  #cancel: (() => void) | null = null;
  #stopped = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Checks now, whenever a file is due, and at least every minute. */
  start(): void {
    this.removeDue().then(() => {
      if (this.#stopped) return;
      const next = Math.min(Math.max(this.nextDueMs, RETRY_MS), OBSOLETE_FOR_MS);
      this.#cancel = this.#engine.clock.after(next, () => this.start());
    });
  }

  /** In how many milliseconds the next file is due; Infinity if there is none. */
  get nextDueMs(): number {
    const since = Math.min(...this.#unneeded.map((file) => file.since));
    return since + OBSOLETE_FOR_MS - this.#engine.clock.now();
  }

  /** The bytes of the files that wait to be removed. */
  get waitingBytes(): number {
    return bytesOf(this.#unneeded);
  }

  /** Removes the files that are due, and resolves to their number. Never rejects. */
  removeDue(): Promise<number> {
    if (this.#stopped) return Promise.resolve(0);
    this.#removing ??= this.#removeDue().finally(() => {
      this.#removing = null;
    });
    return this.#removing;
  }

  /** Resolves when no removal runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.#removing;
  }

  /** Never rejects. */
  async #removeDue(): Promise<number> {
    let removed = 0;
    const { commit, files, wal, onError } = this.#engine;
    try {
      const paths = this.#due();
      if (paths.length === 0) return 0;
      await this.#forgetRollbackPoints();
      if (!commit.mirrored) await commit.commit(() => ({}));
      if (!commit.mirrored) return 0;
      for (const path of paths) {
        if (this.#stopped) break;
        if (!(await this.#remove(files.remove(path)))) continue;
        wal.forget(path);
        commit.removedFile(path);
        removed++;
      }
    } catch (error) {
      onError(error);
    }
    return removed;
  }

  /** Obsolete files without the log that recovery would need. */
  get #unneeded(): readonly ObsoleteFile[] {
    const { commit, wal } = this.#engine;
    const { logStart } = commit.image.database;
    const needed = new Set(wal.segments.filter((segment) => segment.lastSequenceId > logStart).map(({ path }) => path));
    return commit.obsolete.filter(({ path }) => !needed.has(path));
  }

  #due(): string[] {
    const now = this.#engine.clock.now();
    return this.#unneeded.filter(({ since }) => now - since >= OBSOLETE_FOR_MS).map(({ path }) => path);
  }

  async #forgetRollbackPoints(): Promise<void> {
    const { clock, commit } = this.#engine;
    const changed = (tables: readonly TableRecord[]): TableRecord[] =>
      tables.flatMap((table) => {
        const young = youngPoints(table.rollbackPoints, clock.now());
        return young.length === table.rollbackPoints.length ? [] : [{ ...table, rollbackPoints: young }];
      });
    if (changed(commit.image.tables).length > 0) await commit.commit(({ tables }) => ({ put: changed(tables) }));
  }

  /**
   * Returns false for a file that could not be removed: the next check tries again. A file that a scanner still reads
   * is not a failure.
   */
  async #remove(removal: Promise<void>): Promise<boolean> {
    try {
      await removal;
      return true;
    } catch (error) {
      if (!BigtabError.is(error) || error.code !== 'DATABASE_BUSY') this.#engine.onError(error);
      return false;
    }
  }
}

/** The size of files, as far as it is known. */
export function bytesOf(files: readonly ObsoleteFile[]): number {
  return files.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}
