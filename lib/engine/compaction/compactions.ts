import { BigtabError } from '../../errors.js';
import type { CompactionState, CompactionSummary } from '../../model/status-report.js';
import type { DamagedRows } from '../region/damaged-rows.js';
import type { Engine } from '../region/engine.js';
import { visibleRegions } from '../region/hidden-tables.js';
import type { Region } from '../region/region.js';
import type { Store } from '../region/store.js';
import { chooseInputs, compactStore, DELAY_FILES, WAIT_FILES } from './region-compaction.js';

/**
 * After an automatic compaction of a store failed or found no room, the next one waits at least this long: the failed
 * one may have written for a long time.
 */
const RETRY_MS = 60_000;
/** What a closing database still compacts, in bytes: a few milliseconds of work. */
const LAST_BYTES = 1024 * 1024;
/** How often to check for compactions that become due by time alone (C-6, C-7). */
const CHECK_MS = 60_000;

/** The names of the tables that a request writes to. */
export type Tables = () => readonly string[];

/** A requested compaction. */
export interface CompactionOrder {
  /** All files, or those that the policy selects. */
  readonly major: boolean;
  readonly region: Region;
  /** Null = all families. */
  readonly familyId: number | null;
  /** Called first, when it is the order's turn; returns false if there is nothing left to compact. */
  readonly prepare?: () => Promise<boolean>;
  /** Called with the number of visited cells and the total number. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Why a compaction was given up before its end. */
type EndReason =
  | 'was aborted'
  | 'was ended because compactions were switched off'
  | 'was ended by a change to its table'
  | 'was ended because the database is closing';

interface Job extends CompactionOrder {
  readonly automatic: boolean;
  began: boolean;
  ended: EndReason | null;
  /** The part that is writing now. */
  active: Promise<unknown> | null;
}

/** A compaction that may start automatically. */
interface DueCompaction {
  readonly region: Region;
  readonly store: Store;
  readonly major: boolean;
  /** The size of its inputs. */
  readonly bytes: number;
}

/** Runs `work` while no flush, no schema change and no other such work of `region` runs. */
export type RegionLock = <T>(region: Region, work: () => Promise<T>) => Promise<T>;

/**
 * Decides when store files are compacted, and runs the compactions of a database one after the other. While one writes,
 * its region may be flushed. A schema change of the region, the end of the database and the switch end it at its next
 * step, and remove everything that it wrote.
 */
export class Compactions {
  readonly #engine: Engine;
  readonly #lock: RegionLock;
  readonly #onEnded: () => void;
  /** Waiting and running jobs. */
  readonly #jobs = new Set<Job>();
  #last: Promise<unknown> = Promise.resolve();
  #enabled = true;
  #stopped = false;
  readonly #retryAt = new WeakMap<Store, number>();
  /** Stores whose compaction has no room. */
  readonly #skipped = new WeakSet<Store>();
  #cancelCheck: () => void = () => {};
  #reading: Promise<void> = Promise.resolve();
  #finished = 0;

  /** `onEnded` is called whenever a compaction has ended. */
  constructor(engine: Engine, lock: RegionLock, onEnded: () => void) {
    this.#engine = engine;
    this.#lock = lock;
    this.#onEnded = onEnded;
    this.#checkLater();
  }

  get summary(): CompactionSummary {
    const skipped = visibleRegions(this.#engine.regions).flatMap(({ name, stores }) =>
      stores.filter((store) => this.#skipped.has(store)).map(({ family }) => ({ table: name, family: family.name })),
    );
    return { enabled: this.#enabled, running: this.#jobs.size, finished: this.#finished, skipped };
  }

  /**
   * Whether a store of these tables that is being compacted has so many files that writes to it should be slowed down.
   */
  behind(tables: Tables): boolean {
    return this.#compacts(DELAY_FILES, tables);
  }

  /** Whether a store of these tables that is being compacted has so many files that writes to it must wait. */
  full(tables: Tables): boolean {
    return this.#compacts(WAIT_FILES, tables);
  }

  /** The state of the compactions that wait or run for `region`. HBase: `CompactionState`. */
  stateOf(region: Region): CompactionState {
    const jobs = [...this.#jobs].filter((job) => job.region === region && job.ended === null);
    const major = jobs.some((job) => job.major);
    const minor = jobs.some((job) => !job.major);
    if (major) return minor ? 'MAJOR_AND_MINOR' : 'MAJOR';
    return minor ? 'MINOR' : 'NONE';
  }

  /**
   * Starts an automatic compaction if one is due in a store of at least `least` files; when it has ended, starts the
   * next.
   */
  consider(least: number): void {
    const due = this.#startable ? this.#due(least) : null;
    if (due !== null) this.#runDue(due).then(() => this.consider(least));
  }

  /**
   * Compacts small files of a store that has many, if nothing runs. Called before `stop`: a session that ends before it
   * is idle adds a file, and a later one may be as short. Never rejects.
   */
  async tidy(): Promise<void> {
    const due = this.#startable ? this.#due(DELAY_FILES) : null;
    if (due !== null && due.bytes <= LAST_BYTES) await this.#runDue(due);
  }

  get #startable(): boolean {
    return this.#enabled && !this.#stopped && this.#jobs.size === 0 && this.#engine.state.acceptsAll;
  }

  /** Never rejects. */
  async #runDue({ region, store, major }: DueCompaction): Promise<void> {
    const job = { region, familyId: store.familyId, major, automatic: true, began: false, ended: null, active: null };
    try {
      await this.#run(job);
    } catch (error) {
      const code = BigtabError.is(error) ? error.code : null;
      // A damaged file stays damaged: reading up to that place again would be useless until the database is opened
      // again.
      this.#leaveAlone(store, code === 'CORRUPTION' ? Number.POSITIVE_INFINITY : RETRY_MS);
      if (code === 'QUOTA_EXCEEDED') this.#skipped.add(store);
      else this.#engine.onError(error);
    }
  }

  /**
   * Runs an order after the waiting ones. Resolves when it has ended, also if there was nothing to do. A major
   * compaction that did not run to its end rejects with INVALID_OPERATION. `aborted` settles when the order is to be
   * given up.
   */
  async order(order: CompactionOrder, aborted: Promise<unknown> | null = null): Promise<void> {
    const job: Job = { ...order, automatic: false, began: false, ended: null, active: null };
    if (!this.#enabled) job.ended = 'was ended because compactions were switched off';
    if (this.#stopped) job.ended = 'was ended because the database is closing';
    const left = aborted?.then(async () => {
      end(job, 'was aborted');
      // A waiting one need not wait for its turn.
      if (job.began) await run;
    });
    const run = this.#run(job);
    await Promise.race([run, left ?? run]);
    if (job.ended === null || !job.major) return;
    throw new BigtabError('INVALID_OPERATION', `The major compaction of table '${job.region.name}' ${job.ended}`, {
      details: { table: job.region.name },
    });
  }

  /**
   * HBase's switch. When off, no compaction starts automatically, requested ones are not run, and running ones are
   * ended. Returns the previous state.
   */
  async switch(on: boolean): Promise<boolean> {
    const before = this.#enabled;
    this.#enabled = on;
    if (!on) await this.#endAll('was ended because compactions were switched off');
    return before;
  }

  /** Ends the running compaction of `region`. REQUIRES the region's lock, so that nothing new starts. */
  async endActive(region: Region): Promise<void> {
    for (const job of this.#jobs) {
      if (job.region !== region || job.active === null) continue;
      end(job, 'was ended by a change to its table');
      await job.active.catch(() => {});
    }
  }

  /** Ends all compactions permanently. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelCheck();
    await this.#endAll('was ended because the database is closing');
    await this.#reading;
  }

  #checkLater(): void {
    this.#cancelCheck = this.#engine.clock.after(CHECK_MS, () => {
      // Whether a compaction is due follows from the trailers; and damage of tables that are not used is reported.
      const reading = this.#engine.openFiles.readAll(() => this.#stopped);
      if (reading === null) this.#check();
      else this.#reading = reading.then(() => this.#check());
    });
  }

  #check(): void {
    if (this.#stopped) return;
    this.consider(1);
    this.#checkLater();
  }

  #leaveAlone(store: Store, ms: number): void {
    this.#retryAt.set(store, this.#engine.clock.monotonic() + ms);
  }

  async #endAll(reason: EndReason): Promise<void> {
    for (const job of this.#jobs) end(job, reason);
    await this.#last;
  }

  #compacts(files: number, tables: Tables): boolean {
    for (const { region, familyId, ended } of this.#jobs) {
      const stores = region.allStores.filter((store) => familyId === null || store.familyId === familyId);
      if (ended !== null || !stores.some((store) => store.runs.length >= files)) continue;
      if (tables().includes(region.name)) return true;
    }
    return false;
  }

  /** Returns the store with the most files among those for which the policy finds something to do. */
  #due(least: number): DueCompaction | null {
    const now = this.#engine.clock.monotonic();
    let due: DueCompaction | null = null;
    let most = least - 1;
    for (const region of this.#engine.regions.values()) {
      const { state, descriptor } = region;
      if (state !== 'ENABLED' || /^false$/i.test(`${descriptor.metadata.COMPACTION_ENABLED}`)) continue;
      for (const store of region.allStores) {
        if (now < (this.#retryAt.get(store) ?? 0)) continue;
        const inputs = store.runs.length > most ? chooseInputs(this.#engine, region, store, false) : null;
        if (inputs === null) continue;
        most = store.runs.length;
        const bytes = inputs.runs.flat().reduce((sum, { record }) => sum + record.sizeBytes, 0);
        due = { region, store, major: store.isWhole && inputs.runs.length === store.runs.length, bytes };
      }
    }
    return due;
  }

  #run(job: Job): Promise<void> {
    this.#jobs.add(job);
    const run = this.#last.then(() => this.#compact(job));
    const settled = run.then(
      () => {},
      () => {},
    );
    this.#last = settled;
    return run.finally(() => {
      this.#jobs.delete(job);
      this.#onEnded();
    });
  }

  async #compact(job: Job): Promise<void> {
    if (job.ended !== null) return;
    job.began = true;
    if (job.prepare !== undefined && !(await job.prepare())) return end(job, 'was ended by a change to its table');
    // What to compact follows from the trailers.
    await this.#engine.openFiles.read(job.region);
    const ids = job.familyId === null ? job.region.allStores.map(({ familyId }) => familyId) : [job.familyId];
    const progress = new JobProgress(job, ids);
    for (const id of ids) await this.#compactFamily(job, id, progress);
    progress.end();
    if (job.ended === null) this.#finished++;
    if (job.major && !job.automatic) requireWhole(job.region, ids);
  }

  /** Chooses files under the lock and writes outside it, so that flushes can run in the meantime. */
  async #compactFamily(job: Job, familyId: number, progress: JobProgress): Promise<void> {
    const { region } = job;
    this.#engine.state.checkWritable();
    const roomBytes = job.automatic ? await this.#engine.room() : Number.POSITIVE_INFINITY;
    await this.#lock(region, async () => {
      if (region.closed || region.state !== 'ENABLED') end(job, 'was ended by a change to its table');
      const store = region.storeById(familyId);
      if (job.ended !== null || store === undefined) return;
      job.active = this.#start(job, store, roomBytes, progress);
      // Errors are reported to the code below that waits for it.
      job.active.catch(() => {});
    });
    try {
      await job.active;
    } finally {
      job.active = null;
    }
  }

  async #start(job: Job, store: Store, roomBytes: number, progress: JobProgress): Promise<void> {
    const { region } = job;
    const major = job.major && !job.automatic;
    const inputs = chooseInputs(this.#engine, region, store, major, roomBytes);
    if (inputs === null) {
      if (!job.automatic || chooseInputs(this.#engine, region, store, major) === null) return;
      this.#skipped.add(store);
      this.#leaveAlone(store, RETRY_MS);
      return;
    }
    const stopped = (): boolean => job.ended !== null || region.closed;
    await compactStore(this.#engine, region, store, inputs, { stopped, onStep: (cells) => progress.at(cells) });
    this.#skipped.delete(store);
    progress.next(inputs.runs.flat().reduce((cells, { file }) => cells + file.info.cellCount, 0));
  }
}

/**
 * Throws the CORRUPTION of a store whose files could not all take part in a major compaction, so that deleted cells may
 * remain.
 */
function requireWhole(region: Region, familyIds: readonly number[]): void {
  for (const { familyId, damage } of region.allStores)
    if (damage !== null && familyIds.includes(familyId)) throw (damage[0] as DamagedRows).error;
}

function end(job: Job, reason: EndReason): void {
  job.ended ??= reason;
}

/** Adds up the cells of the families of one order. */
class JobProgress {
  readonly #job: Job;
  #total = 0;
  #before = 0;

  constructor(job: Job, ids: readonly number[]) {
    this.#job = job;
    for (const store of job.region.allStores) {
      if (!ids.includes(store.familyId)) continue;
      for (const { file } of store.files) this.#total += file.info.cellCount;
    }
  }

  at(cells: number): void {
    this.#job.onProgress?.(Math.min(this.#before + cells, this.#total), this.#total);
  }

  /** The files of a family, which have `cells` cells, are done. */
  next(cells: number): void {
    this.#before += cells;
    this.at(0);
  }

  end(): void {
    if (this.#job.ended === null) this.#job.onProgress?.(this.#total, this.#total);
  }
}
