import { BigtabError } from '../../errors.js';
import type { CatalogImage, ObsoleteFile, RollbackPoint, TableRecord } from '../../storage/catalog/catalog.js';
import type { Engine } from '../region/engine.js';
import { recordsOf } from '../region/named-files.js';
import { bytesOf, OBSOLETE_FOR_MS, type TableChange } from '../region/region-commit.js';
import { mapRecords, neededPoints, withPoints, youngPoints } from '../region/rollback-point.js';
import { provablyUnneeded } from './provable-removal.js';

/** The roll-back points of a table that a removal must keep. */
type NeededPoints = (table: TableRecord) => readonly RollbackPoint[];

/**
 * A removal that has begun removes at least this many files, even if the database closes: more than a session adds. So
 * their number does not grow with sessions that end at once.
 */
const REMOVED_AT_LEAST = 64;
/** The shortest time between two checks: a file that is still read is tried again. */
const RETRY_MS = 5_000;

/**
 * Removes files that were replaced, once a power cut cannot undo the replacement: after a minute, or, if they take too
 * much room, as soon as this can be proved.
 *
 * Invariants:
 *  1. A file is removed 60 s after the commit that replaced it, or later, by the wall clock, which also advances while
 *     the database is closed. It may be removed earlier if every file that a power cut could undo was added after it
 *     became obsolete (region/spare-files).
 *  2. Before it is removed, a commit forgets the roll-back points that need it: no table may go back to a state whose
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
    // Chosen first: of a file that becomes due during the commit, the points are not forgotten yet.
    const paths = this.#due();
    const now = this.#engine.clock.now();
    if (paths.length === 0) return this.#removing ?? Promise.resolve(0);
    return this.#remove(
      ({ rollbackPoints }) => youngPoints(rollbackPoints, now),
      () => paths,
    );
  }

  /**
   * Removes also younger files, as far as no power cut can make them necessary again, and resolves to the number of
   * files. Never rejects.
   */
  removeProvable(): Promise<number> {
    const { clock, commit, spareFiles, wal } = this.#engine;
    // While a power cut may undo commits, nothing can be proved.
    if (!commit.powerSafe || commit.unsure) return Promise.resolve(0);
    const now = clock.now();
    const needed = (table: TableRecord): readonly RollbackPoint[] => {
      const rollbackPoints = youngPoints(table.rollbackPoints, now);
      return neededPoints({ ...table, rollbackPoints }, (number) => spareFiles.hasOldName(number));
    };
    const removable = (image: CatalogImage): readonly string[] => {
      const unneeded = provablyUnneeded(image, wal.segments);
      return this.#unneeded.flatMap(({ path }) => (unneeded.has(path) ? [path] : []));
    };
    const after = mapRecords(commit.image, (table) => withPoints(table, needed(table)));
    if (removable(after).length === 0) return this.#removing ?? Promise.resolve(0);
    return this.#remove(needed, () => removable(commit.image));
  }

  /** Called after each commit: removes what can be proved to be unneeded if obsolete files take too much room. */
  relieve(limit: number): void {
    const { commit } = this.#engine;
    if (this.#removing !== null || bytesOf(commit.obsolete) <= limit || commit.garbageBytes <= limit) return;
    void this.removeProvable();
  }

  /** Resolves when no removal runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.#removing;
  }

  /** Runs one removal at a time. `needed`: the roll-back points to keep; `removable`: called after that commit. */
  #remove(needed: NeededPoints, removable: () => readonly string[]): Promise<number> {
    if (this.#stopped) return Promise.resolve(0);
    this.#removing ??= this.#removeNow(needed, removable).finally(() => {
      this.#removing = null;
    });
    return this.#removing;
  }

  /** Never rejects. */
  async #removeNow(needed: NeededPoints, removable: () => readonly string[]): Promise<number> {
    let removed = 0;
    const { commit, files, wal, onError } = this.#engine;
    try {
      await this.#forgetRollbackPoints(needed);
      const paths = removable();
      if (paths.length === 0) return 0;
      if (!commit.mirrored) await commit.commit(() => ({}));
      if (!commit.mirrored) return 0;
      for (const path of paths) {
        if (this.#stopped && removed >= REMOVED_AT_LEAST) break;
        if (!(await this.#removeFile(files.remove(path)))) continue;
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

  /**
   * First the files that no session has removed. The others are removed again, in case a power cut has brought them
   * back; they must not use up what a short session removes.
   */
  #due(): string[] {
    const now = this.#engine.clock.now();
    const due = this.#unneeded.filter(({ since }) => now - since >= OBSOLETE_FOR_MS);
    const isNew = ({ removed }: ObsoleteFile): boolean => removed === undefined;
    return [...due.filter(isNew), ...due.filter((file) => !isNew(file))].map(({ path }) => path);
  }

  async #forgetRollbackPoints(needed: NeededPoints): Promise<void> {
    const { commit } = this.#engine;
    const isChanged = (table: TableRecord): boolean => needed(table).length < table.rollbackPoints.length;
    const changed = (image: CatalogImage): TableChange => {
      const { tables, snapshots = [] } = image;
      const fewer = (table: TableRecord): TableRecord => withPoints(table, needed(table));
      const put = tables.filter(isChanged).map(fewer);
      const kept = snapshots.filter(({ table }) => isChanged(table));
      const putSnapshots = kept.map((snapshot) => ({ ...snapshot, table: fewer(snapshot.table) }));
      return { put, ...(putSnapshots.length > 0 && { putSnapshots }) };
    };
    if (recordsOf(commit.image).some(isChanged)) await commit.commit(changed);
  }

  /**
   * Returns false for a file that could not be removed: the next check tries again. A file that a scanner still reads
   * is not a failure.
   */
  async #removeFile(removal: Promise<void>): Promise<boolean> {
    try {
      await removal;
      return true;
    } catch (error) {
      if (!BigtabError.is(error) || error.code !== 'DATABASE_BUSY') this.#engine.onError(error);
      return false;
    }
  }
}
