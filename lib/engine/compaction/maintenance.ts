import { BigtabError } from '../../errors.js';
import { isFileNotFound } from '../../storage/fs/file-errors.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import { Compactions, type Tables } from './compactions.js';
import { DELAY_FILES, WAIT_FILES } from './region-compaction.js';
import { flushRegion } from './region-flush.js';

/**
 * When nothing was written for so long, regions that hold more than the budget's `idleFlushSize` are flushed: the next
 * open is quick then.
 */
const IDLE_MS = 2_000;
/** A write waits at most so long for memory. */
const ADMISSION_MS = 10_000;
/** After a flush failed, the next is tried no sooner. */
const RETRY_MS = 1_000;

/**
 * Decides when regions are flushed, and lets writes wait when memory is short or a compaction lags behind. At most one
 * flush runs at a time by its decision; the schema changes of a region wait for its flush and the other way round, and
 * end its compaction.
 */
export class Maintenance {
  readonly compactions: Compactions;
  readonly #engine: Engine;
  readonly #endOldestScanner: () => boolean;
  readonly #locks = new Map<Region, Promise<unknown>>();
  /** What lets each waiting write go on, and the tables that it writes to. */
  readonly #waiting = new Map<() => void, Tables>();
  #running: Promise<void> | null = null;
  #flushes = 0;
  #stopped = false;
  #lastWrite = 0;
  #retryAt = 0;
  #cancelLook: (() => void) | null = null;

  /** `endOldestScanner` ends the open scanner that was idle for longest, and gives false when there is none. */
  constructor(engine: Engine, endOldestScanner: () => boolean) {
    this.#engine = engine;
    this.#endOldestScanner = endOldestScanner;
    this.compactions = new Compactions(
      engine,
      (region, work) => this.#locked(region, work),
      () => this.#admitWaiting(),
    );
  }

  /** Whether a flush waits or runs. */
  get flushing(): boolean {
    return this.#running !== null || this.#flushes > 0;
  }

  /**
   * Null when a write to these tables may start now; else what it waits for. Rejects with REGION_TOO_BUSY after 10 s.
   * `tables` is asked only where it matters.
   */
  admit(tables: Tables): Promise<void> | null {
    // A compaction that lags gets a step in before each packet of writes to its table.
    if (!this.#mustWait(tables)) return this.compactions.behind(tables) ? this.#engine.yielder() : null;
    this.consider();
    if (!this.#mustWait(tables)) return null;
    return new Promise((resolve, reject) => {
      const cancel = this.#engine.clock.after(ADMISSION_MS, () => {
        this.#waiting.delete(admitted);
        reject(new BigtabError('REGION_TOO_BUSY', this.#whyBusy()));
      });
      const admitted = (): void => {
        cancel();
        resolve();
      };
      this.#waiting.set(admitted, tables);
    });
  }

  /** Called after each turn that wrote: starts a flush where one is due. */
  consider(): void {
    this.#lastWrite = this.#engine.clock.monotonic();
    this.#look();
  }

  /** Flushes `region` now; true when it stands in store files, false when it was closed before. */
  async flush(region: Region): Promise<boolean> {
    this.#flushes++;
    try {
      return await this.#locked(region, () => flushRegion(this.#engine, region));
    } catch (error) {
      // A file cannot be made where the directory is gone.
      if (isFileNotFound(error)) await this.#engine.guard.check();
      throw error;
    } finally {
      this.#flushes--;
      this.#admitWaiting();
      this.compactions.consider(DELAY_FILES);
    }
  }

  /**
   * Runs `work` while no flush, no compaction and no other schema change of `region` runs; a compaction that runs is
   * ended.
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

  /** Ends background work; a flush that runs comes to its end first, a compaction is given up. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.compactions.stop();
    this.#cancelLook?.();
    this.#cancelLook = null;
    await this.#running;
    await Promise.all(this.#locks.values());
  }

  /** Starts a flush if one is due, and sees to it that somebody looks again. */
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

  /** At the next moment at which a flush may fall due by itself. */
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

  /** The region that should be flushed next, or null. */
  #due(): Region | null {
    const { budget, pool, clock } = this.#engine;
    if (clock.monotonic() < this.#retryAt) return null;
    let largest: Region | null = null;
    let oldest: Region | null = null;
    for (const region of this.#engine.regions.values()) {
      if (!region.hasUnflushed) continue;
      if (largest === null || region.memstoreBytes > largest.memstoreBytes) largest = region;
      if (oldest === null || region.oldestUnflushed < oldest.oldestUnflushed) oldest = region;
    }
    if (largest === null || oldest === null) return null;
    if (largest.memstoreBytes >= budget.flushSize || pool.usedBytes >= budget.memstore) return largest;
    if (this.#holdsLog(oldest)) return oldest;
    return this.#idle && largest.memstoreBytes > budget.idleFlushSize ? largest : null;
  }

  get #idle(): boolean {
    return this.#engine.clock.monotonic() - this.#lastWrite >= IDLE_MS;
  }

  /**
   * Whether the log is too long and a segment of it can go once `region` is flushed; the one that is written cannot.
   */
  #holdsLog(region: Region): boolean {
    const { budget, wal } = this.#engine;
    if (wal.bytes < budget.log) return false;
    return wal.segments.some(({ lastSequenceId }) => lastSequenceId >= region.oldestUnflushed);
  }

  #short(): boolean {
    return this.#engine.pool.usedBytes >= this.#engine.budget.memstoreLimit;
  }

  #mustWait(tables: Tables): boolean {
    return this.#short() || this.compactions.full(tables);
  }

  #whyBusy(): string {
    const seconds = ADMISSION_MS / 1000;
    if (!this.#short()) {
      return `A column family has ${WAIT_FILES} store files or more, and their compaction did not end within ${seconds} s`;
    }
    const { budget, pool } = this.#engine;
    return `Memstores hold ${pool.usedBytes} bytes, more than ${budget.memstoreLimit}, and could not be flushed for ${seconds} s`;
  }

  /**
   * When memory is short by what scanners alone keep, the one idle for longest is ended: its client goes on behind its
   * last row.
   */
  #relieve(): void {
    if (this.#short() && ![...this.#engine.regions.values()].some((region) => region.hasUnflushed)) {
      while (this.#short() && this.#endOldestScanner());
    }
    this.#admitWaiting();
  }

  #admitWaiting(): void {
    for (const [admitted, tables] of this.#waiting) {
      if (this.#mustWait(tables)) continue;
      this.#waiting.delete(admitted);
      admitted();
    }
  }
}
