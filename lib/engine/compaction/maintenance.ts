import { isFileNotFound, isOutOfSpace } from '../../storage/fs/file-errors.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import { Compactions, type Tables } from './compactions.js';
import type { FullDevice } from './full-device.js';
import { LogRenewal } from './log-renewal.js';
import { DELAY_FILES } from './region-compaction.js';
import { flushRegion } from './region-flush.js';
import { WriteAdmission } from './write-admission.js';

/**
 * After this time without a write, regions that use more memory than the budget's `idleFlushSize` are flushed, so that
 * the next open is fast.
 */
const IDLE_MS = 2_000;
/** The regions that are flushed at the same time when all are flushed: their commits become one. */
const FLUSHED_TOGETHER = 32;
/** How long the next flush waits after one has failed. */
const RETRY_MS = 1_000;
/** Why a database is read-only that cannot flush its full log. */
const SILENT =
  'IndexedDB does not answer, so nothing can be flushed, and the log is full. The database continues when it answers.';

/**
 * Decides when regions are flushed. At most one flush that it starts runs at a time. A schema change of a region waits
 * for the region's flush, and a flush waits for a schema change; a schema change ends the region's compaction.
 */
export class Maintenance {
  readonly compactions: Compactions;
  readonly log: LogRenewal;
  readonly #engine: Engine;
  readonly #endOldestScanner: () => boolean;
  readonly #locks = new Map<Region, Promise<unknown>>();
  readonly #admission: WriteAdmission;
  /** What to do if a flush finds no room; null for nothing. */
  device: Pick<FullDevice, 'outlastGarbage' | 'flushFailed'> | null = null;
  #running: Promise<void> | null = null;
  #flushes = 0;
  #stopped = false;
  #lastWrite = 0;
  #retryAt = 0;
  #cancelLook: (() => void) | null = null;

  /** `endOldestScanner` ends the open scanner that has been idle longest, and returns false if there is none. */
  constructor(engine: Engine, endOldestScanner: () => boolean) {
    this.#engine = engine;
    engine.commit.onKnown = () => this.#flushAgain();
    this.#endOldestScanner = endOldestScanner;
    this.compactions = new Compactions(
      engine,
      (region, work) => this.#locked(region, work),
      () => this.#admission.admitWaiting(),
    );
    this.#admission = new WriteAdmission(engine, this.compactions, () => this.consider());
    this.log = new LogRenewal(
      engine,
      (region) => this.flush(region),
      () => this.#idle,
    );
  }

  /** Whether a flush waits or runs. */
  get flushing(): boolean {
    return this.#running !== null || this.#flushes > 0;
  }

  /**
   * Returns null if a write to these tables may start now, otherwise a promise to wait for, which rejects with
   * REGION_TOO_BUSY after 10 s. `tables` is called only if needed.
   */
  admit(tables: Tables): Promise<void> | null {
    return this.#admission.admit(tables);
  }

  /** Called after each turn that wrote: starts a flush if one is due. */
  consider(): void {
    this.#lastWrite = this.#engine.clock.monotonic();
    this.#limitLog();
    this.#look();
  }

  /** The state of the database has changed: on a full device, writes do not wait, but are refused. */
  stateChanged(): void {
    this.#admission.admitWaiting();
  }

  /** Flushes `region` now; returns true if its edits are in store files, false if it was closed before. */
  async flush(region: Region): Promise<boolean> {
    this.#flushes++;
    try {
      this.#engine.state.checkWritable();
      return await this.#locked(region, () => flushRegion(this.#engine, region));
    } catch (error) {
      // A file cannot be created if the directory was removed.
      if (isFileNotFound(error)) await this.#engine.guard.check();
      throw error;
    } finally {
      this.#flushes--;
      this.#admission.admitWaiting();
      this.compactions.consider(DELAY_FILES);
    }
  }

  /** Flushes `regions`, several at a time; a failure is reported and does not keep the others from being flushed. */
  async flushAll(regions: Iterable<Region>): Promise<void> {
    const left = regions[Symbol.iterator]();
    const flushOneByOne = async (): Promise<void> => {
      for (let next = left.next(); next.done !== true; next = left.next()) {
        // The log has what cannot be flushed.
        if (!this.#engine.commit.stored.known) return;
        await this.flush(next.value).catch(this.#engine.onError);
      }
    };
    await Promise.all(Array.from({ length: FLUSHED_TOGETHER }, flushOneByOne));
  }

  /** Like `flush`, but leaves the edits in the log if the device has no room for a file. */
  async flushIfRoom(region: Region): Promise<void> {
    if (this.#engine.state.is('full')) return;
    await this.flush(region).catch((error) => {
      if (!isOutOfSpace(error)) throw error;
    });
  }

  /**
   * Runs the flushes for which memory or the log waits. Resolves to false if the device has no room for one; rejects
   * with any other error.
   */
  async flushUrgent(): Promise<boolean> {
    try {
      for (let region = this.#urgent(); region !== null && !this.#stopped; region = this.#urgent())
        await this.flush(region);
      return true;
    } catch (error) {
      if (isOutOfSpace(error)) return false;
      throw error;
    }
  }

  /** Flushes the tables that were disabled without a flush. Never rejects. */
  async flushDisabled(): Promise<void> {
    for (const region of this.#engine.regions.values()) {
      if (region.state !== 'DISABLED' || !region.hasUnflushed || this.#stopped) continue;
      await this.flush(region).catch(this.#engine.onError);
    }
  }

  /**
   * Runs `work` while no flush, no compaction and no other schema change of `region` runs. Ends a running compaction.
   */
  exclusive<T>(region: Region, work: () => Promise<T>): Promise<T> {
    return this.#locked(region, async () => {
      await this.compactions.endActive(region);
      return work();
    });
  }

  async #locked<T>(region: Region, work: () => Promise<T>): Promise<T> {
    const before = this.#locks.get(region) ?? Promise.resolve();
    const run = before.then(work);
    const settled = run.catch(() => {});
    this.#locks.set(region, settled);
    try {
      return await run;
    } finally {
      if (this.#locks.get(region) === settled) this.#locks.delete(region);
    }
  }

  /** Ends background work: waits for a running flush to end, and gives a compaction up. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.compactions.stop();
    await this.log.stop();
    this.#cancelLook?.();
    this.#cancelLook = null;
    await this.#running;
    await Promise.all(this.#locks.values());
  }

  /** While the catalog does not answer, no flush starts. Writes continue until the log is full. */
  #limitLog(): void {
    const { budget, commit, state, wal } = this.#engine;
    if (commit.stored.known || wal.bytes < budget.log || state.is('read-only')) return;
    state.becomesReadOnly(SILENT);
  }

  #flushAgain(): void {
    const { state } = this.#engine;
    if (state.reason === SILENT) state.ends('read-only');
    this.#look();
  }

  /** Starts a flush if one is due, and schedules the next check. */
  #look(): void {
    if (this.#stopped) return;
    if (this.#running === null && this.#due() !== null) {
      this.#running = this.#flushDue().finally(() => {
        this.#running = null;
        this.#lookLater();
      });
    } else if (this.#running === null) {
      this.#relieve();
      if (this.#idle) this.compactions.consider(1);
    }
    this.#lookLater();
  }

  /** Schedules a check for the next time at which a flush may become due without a write. */
  #lookLater(): void {
    if (this.#cancelLook !== null || this.#stopped) return;
    const now = this.#engine.clock.monotonic();
    const idleAt = this.#lastWrite + IDLE_MS;
    const next = this.#retryAt > now ? this.#retryAt : idleAt;
    if (next <= now) return;
    this.#cancelLook = this.#engine.clock.after(next - now, () => {
      this.#cancelLook = null;
      this.#look();
    });
  }

  /** Never rejects. */
  async #flushDue(): Promise<void> {
    for (let region = this.#due(); region !== null && !this.#stopped; region = this.#due()) {
      try {
        await this.flush(region);
      } catch (error) {
        if (isOutOfSpace(error)) {
          if (await this.#outlastGarbage()) continue;
          if (this.#urgent() !== null) this.device?.flushFailed();
        }
        this.#engine.onError(error);
        this.#retryAt = this.#engine.clock.monotonic() + RETRY_MS;
        this.#cancelLook?.();
        this.#cancelLook = null;
        return;
      }
    }
    this.#relieve();
    this.compactions.consider(1);
  }

  async #outlastGarbage(): Promise<boolean> {
    this.#admission.waitsForRoom = true;
    try {
      return (await this.device?.outlastGarbage()) ?? false;
    } finally {
      this.#admission.waitsForRoom = false;
    }
  }

  /** The region that should be flushed next, or null. */
  #due(): Region | null {
    const { budget, clock, commit, state } = this.#engine;
    // On a full device, a flush would take room that the reserve keeps for deletes.
    if (clock.monotonic() < this.#retryAt || !state.acceptsAll || !commit.stored.known) return null;
    if (!this.#mayBeDue) return null;
    const unflushed = this.#unflushed();
    const { largest } = unflushed;
    const isLarge = largest !== null && largest.memstoreBytes > budget.idleFlushSize;
    return this.#urgent(unflushed) ?? (this.#idle && isLarge ? largest : null);
  }

  /** The region that must be flushed next because memory or the log is full, or null. */
  #urgent({ largest, oldest } = this.#unflushed()): Region | null {
    const { budget, pool } = this.#engine;
    if (largest === null || oldest === null) return null;
    if (largest.memstoreBytes >= budget.flushSize || pool.usedBytes >= budget.memstore) return largest;
    return this.#holdsLog(oldest) ? oldest : null;
  }

  /** The region with most in memory, and the one with the oldest edit there. */
  #unflushed(): { readonly largest: Region | null; readonly oldest: Region | null } {
    let largest: Region | null = null;
    let oldest: Region | null = null;
    for (const region of this.#engine.regions.values()) {
      if (!region.hasUnflushed) continue;
      if (largest === null || region.memstoreBytes > largest.memstoreBytes) largest = region;
      if (oldest === null || region.oldestUnflushed < oldest.oldestUnflushed) oldest = region;
    }
    return { largest, oldest };
  }

  /**
   * False after most writes, so that a write does not look at every table. The order of a memstore's cells needs less
   * memory than the cells.
   */
  get #mayBeDue(): boolean {
    const { budget, pool, wal } = this.#engine;
    return this.#idle || wal.bytes >= budget.log || 2 * pool.usedBytes >= Math.min(budget.flushSize, budget.memstore);
  }

  get #idle(): boolean {
    return this.#engine.clock.monotonic() - this.#lastWrite >= IDLE_MS;
  }

  /**
   * Whether the log is too long and a segment can be removed once `region` is flushed; the one being written cannot.
   */
  #holdsLog(region: Region): boolean {
    const { budget, wal } = this.#engine;
    if (wal.bytes < budget.log) return false;
    return wal.segments.some(({ lastSequenceId }) => lastSequenceId >= region.oldestUnflushed);
  }

  /**
   * If memory is short only because of scanners, ends the one idle longest: its client continues after its last row
   * (R-94).
   */
  #relieve(): void {
    if (this.#admission.isShort && ![...this.#engine.regions.values()].some((region) => region.hasUnflushed)) {
      while (this.#admission.isShort && this.#endOldestScanner());
    }
    this.#admission.admitWaiting();
  }
}
