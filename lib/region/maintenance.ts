import { BigtabError } from '../errors.js';
import type { Engine } from './engine.js';
import type { Region } from './region.js';
import { OBSOLETE_FOR_MS } from './region-commit.js';
import { flushRegion } from './region-flush.js';

/** A region that was not written to for so long is flushed when it holds more than the budget's `idleFlushSize`. */
const IDLE_MS = 2_000;
/** A write waits at most so long for memory. */
const ADMISSION_MS = 10_000;
/** After a flush failed, the next is tried no sooner. */
const RETRY_MS = 1_000;

/**
 * Decides when regions are flushed, lets writes wait when memory is short, and removes files that nobody needs any more.
 * At most one flush runs at a time; schema changes of a region wait for its flush and the other way round.
 */
export class Maintenance {
  readonly #engine: Engine;
  readonly #locks = new Map<Region, Promise<unknown>>();
  readonly #waiting = new Set<() => void>();
  #running: Promise<void> | null = null;
  #stopped = false;
  #lastWrite = 0;
  #retryAt = 0;
  #cancelIdle: (() => void) | null = null;
  #cancelRemoval: (() => void) | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#planRemoval();
  }

  /** Whether a flush runs. */
  get flushing(): boolean {
    return this.#running !== null;
  }

  /** Null when a write may start now; else what it waits for. Rejects with REGION_TOO_BUSY after 10 s. */
  admit(): Promise<void> | null {
    if (!this.#short()) return null;
    this.consider();
    return new Promise((resolve, reject) => {
      const cancel = this.#engine.clock.after(ADMISSION_MS, () => {
        this.#waiting.delete(admitted);
        const { usedBytes } = this.#engine.pool;
        const message = `Memstores hold ${usedBytes} bytes, more than ${this.#engine.budget.memstoreLimit}, and could not be flushed for ${ADMISSION_MS / 1000} s`;
        reject(new BigtabError('REGION_TOO_BUSY', message));
      });
      const admitted = (): void => {
        cancel();
        resolve();
      };
      this.#waiting.add(admitted);
    });
  }

  /** Called after each turn that wrote: starts a flush where one is due. Cheap when none is. */
  consider(): void {
    const { clock } = this.#engine;
    this.#lastWrite = clock.monotonic();
    if (this.#cancelIdle === null && !this.#stopped) this.#planIdle(IDLE_MS);
    if (this.#running === null && this.#due() !== null) this.#start();
  }

  /** Flushes `region` now and resolves when it stands in store files. */
  async flush(region: Region): Promise<void> {
    await this.exclusive(region, () => flushRegion(this.#engine, region));
    this.#admitWaiting();
  }

  /** Runs `work` while no flush and no other schema change of `region` runs. */
  async exclusive<T>(region: Region, work: () => Promise<T>): Promise<T> {
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

  /** Ends background work; what runs comes to its end first. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelIdle?.();
    this.#cancelRemoval?.();
    await this.#running;
    await Promise.all(this.#locks.values());
  }

  #start(): void {
    const run = async (): Promise<void> => {
      for (let region = this.#due(); region !== null && !this.#stopped; region = this.#due()) {
        try {
          await this.flush(region);
        } catch (error) {
          this.#engine.onError(error);
          this.#retryAt = this.#engine.clock.monotonic() + RETRY_MS;
          this.#planIdle(RETRY_MS);
          return;
        }
      }
    };
    this.#running = run().finally(() => {
      this.#running = null;
    });
  }

  /** The region that should be flushed next, or null. */
  #due(): Region | null {
    const { budget, pool, wal, regions, clock } = this.#engine;
    if (clock.monotonic() < this.#retryAt) return null;
    let largest: Region | null = null;
    let oldest: Region | null = null;
    for (const region of regions.values()) {
      if (!region.hasUnflushed) continue;
      if (largest === null || region.memstoreBytes > largest.memstoreBytes) largest = region;
      if (oldest === null || region.oldestUnflushed < oldest.oldestUnflushed) oldest = region;
    }
    if (largest === null) return null;
    if (largest.memstoreBytes >= budget.flushSize || pool.usedBytes >= budget.memstore) return largest;
    if (wal.bytes >= budget.log) return oldest;
    const idle = clock.monotonic() - this.#lastWrite >= IDLE_MS;
    return idle && largest.memstoreBytes > budget.idleFlushSize ? largest : null;
  }

  #short(): boolean {
    return this.#engine.pool.usedBytes >= this.#engine.budget.memstoreLimit;
  }

  #admitWaiting(): void {
    if (this.#short()) return;
    for (const admitted of this.#waiting) admitted();
    this.#waiting.clear();
  }

  #planIdle(ms: number): void {
    this.#cancelIdle?.();
    this.#cancelIdle = this.#engine.clock.after(ms, () => {
      this.#cancelIdle = null;
      if (this.#stopped) return;
      const left = this.#lastWrite + IDLE_MS - this.#engine.clock.monotonic();
      if (left > 0) this.#planIdle(left);
      if (this.#running === null && this.#due() !== null) this.#start();
    });
  }

  #planRemoval(): void {
    this.#cancelRemoval = this.#engine.clock.after(OBSOLETE_FOR_MS, () => {
      this.removeObsolete().then(() => {
        if (!this.#stopped) this.#planRemoval();
      }, this.#engine.onError);
    });
  }

  /** Removes files whose replacement has been safe for long enough. One that a scanner still reads stays for the next time. */
  async removeObsolete(): Promise<void> {
    const { clock, commit, files, wal, onError } = this.#engine;
    for (const { path, since } of commit.image.database.obsolete) {
      if (this.#stopped) return;
      if (clock.now() - since < OBSOLETE_FOR_MS) continue;
      try {
        await files.remove(path);
        wal.forget(path);
        commit.removedFile(path);
      } catch (error) {
        onError(error);
      }
    }
  }
}
