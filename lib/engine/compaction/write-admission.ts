import { BigtabError } from '../../errors.js';
import type { Engine } from '../region/engine.js';
import type { Compactions, Tables } from './compactions.js';
import { WAIT_FILES } from './region-compaction.js';

/** The longest time that a write waits. */
const ADMISSION_MS = 10_000;

/**
 * Lets writes wait while memory is short, or while a compaction of their table is too slow. On a full device they do not
 * wait: puts are refused, and the reserve limits what deletes need.
 */
export class WriteAdmission {
  /** Whether a flush waits until there is room for it: then a write may wait longer. */
  waitsForRoom = false;
  readonly #engine: Engine;
  readonly #compactions: Compactions;
  readonly #makeRoom: () => void;
  /** The callbacks that let waiting writes continue, and the tables that they write to. */
  readonly #waiting = new Map<() => void, Tables>();

  /** `makeRoom` is called before a write waits, and may make memory free. */
  constructor(engine: Engine, compactions: Compactions, makeRoom: () => void) {
    this.#engine = engine;
    this.#compactions = compactions;
    this.#makeRoom = makeRoom;
  }

  /** Whether the memstores have reached their limit. */
  get isShort(): boolean {
    const { budget, pool } = this.#engine;
    return pool.usedBytes >= budget.memstoreLimit;
  }

  /** See Maintenance. */
  admit(tables: Tables): Promise<void> | null {
    // A compaction that is too slow runs one step before each packet of writes to its table.
    if (!this.#mustWait(tables)) return this.#compactions.behind(tables) ? this.#engine.yielder() : null;
    this.#makeRoom();
    if (!this.#mustWait(tables)) return null;
    return new Promise((resolve, reject) => {
      let cancel = (): void => {};
      const waitLonger = (): void => {
        cancel = this.#engine.clock.after(ADMISSION_MS, () => {
          if (this.waitsForRoom) return waitLonger();
          this.#waiting.delete(admitted);
          reject(new BigtabError('REGION_TOO_BUSY', this.#whyBusy()));
        });
      };
      waitLonger();
      const admitted = (): void => {
        cancel();
        resolve();
      };
      this.#waiting.set(admitted, tables);
    });
  }

  /** Lets the writes continue that need not wait any more. */
  admitWaiting(): void {
    for (const [admitted, tables] of this.#waiting) {
      if (this.#mustWait(tables)) continue;
      this.#waiting.delete(admitted);
      admitted();
    }
  }

  #mustWait(tables: Tables): boolean {
    return !this.#engine.state.is('full') && (this.isShort || this.#compactions.full(tables));
  }

  #whyBusy(): string {
    const seconds = ADMISSION_MS / 1000;
    if (!this.isShort) {
      return `A column family has ${WAIT_FILES} or more store files, and their compaction did not finish within ${seconds} s`;
    }
    const { budget, pool } = this.#engine;
    return `Memstores hold ${pool.usedBytes} bytes, more than ${budget.memstoreLimit}, and could not be flushed within ${seconds} s`;
  }
}
