import type { BigtabError } from '../../errors.js';
import { isOutOfSpace } from '../../storage/fs/file-errors.js';
import { DATA_DIRECTORY } from '../../storage/fs/file-names.js';
import type { ReserveFile } from '../../storage/fs/reserve-file.js';
import type { Engine } from '../region/engine.js';
import type { ObsoleteFiles } from './obsolete-files.js';

/** How long after an open the reserve is written: the first calls come before it. */
const FIRST_MS = 1_000;
/** A full device must have this much more room than the reserve takes: otherwise the next write would need it again. */
const HEADROOM = 1 << 20;
/** Writes wait for this many bytes of obsolete files. */
const WORTH_WAITING_BYTES = 1 << 20;
/** How often a full device is tried again. */
const RETRY_MS = 5_000;

/**
 * What the database does without room: it first removes what is no longer needed, then gives up its reserve, and tries
 * again from time to time. The reserve is written again before the state returns to `open`.
 */
export class FullDevice {
  /** Called when the state is not `full` any more. */
  onRoom: () => Promise<void> = async () => {};
  /** Runs the flushes again that found no room. Resolves to false if there still is none. */
  flushAgain: () => Promise<boolean> = async () => true;
  readonly #engine: Engine;
  readonly #reserve: ReserveFile;
  readonly #obsolete: ObsoleteFiles;
  #making: Promise<boolean> | null = null;
  #trying: Promise<void> = Promise.resolve();
  #cancel: () => void = () => {};
  #stopped = false;
  /** Ends the waits for garbage. */
  readonly #ends: (() => void)[] = [];

  constructor(engine: Engine, reserve: ReserveFile, obsolete: ObsoleteFiles) {
    this.#engine = engine;
    this.#reserve = reserve;
    this.#obsolete = obsolete;
  }

  /**
   * Begins to keep the reserve. A database whose reserve is gone was on a full device: it accepts nothing before the
   * reserve is written again or the database is `full`.
   */
  async start(isNew: boolean): Promise<void> {
    if (!this.canMakeRoom) return;
    if (isNew || this.#reserve.mayExist || this.#engine.state.is('full')) this.#tryLater(FIRST_MS);
    else await this.#try();
  }

  /** Whether the database keeps a reserve. */
  get canMakeRoom(): boolean {
    return this.#reserve.bytes > 0;
  }

  /**
   * For a database that could only be read because there was no room: calls `reopen` when `reserve` can be written.
   */
  reopenWithRoom(reserve: ReserveFile, reopen: () => void): void {
    if (this.#stopped) return;
    this.#cancel = this.#engine.clock.after(RETRY_MS, () => {
      const trying = reserve.restore(HEADROOM).catch(() => false);
      this.#trying = trying.then((restored) => (restored ? reopen() : this.reopenWithRoom(reserve, reopen)));
    });
  }

  /** Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    for (const end of this.#ends) end();
    await this.#making;
    await this.#trying;
  }

  /**
   * Called when a write found no room. Resolves to true if it may succeed now: files were removed, or the reserve was
   * given up, for deletes only.
   */
  makeRoom(): Promise<boolean> {
    this.#making ??= this.#makeRoom().finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  /**
   * Removes the obsolete files that are provably unneeded. If there are none, but obsolete files take much room, waits
   * until the oldest is due, and removes it. Resolves to whether a file was removed.
   */
  async outlastGarbage(): Promise<boolean> {
    if (!this.canMakeRoom || this.#stopped) return false;
    if ((await this.#obsolete.removeProvable()) > 0) return true;
    if (this.#stopped || this.#obsolete.waitingBytes < WORTH_WAITING_BYTES) return false;
    await new Promise<void>((resolve) => {
      const cancel = this.#engine.clock.after(Math.max(this.#obsolete.nextDueMs, 0), resolve);
      this.#ends.push(() => {
        cancel();
        resolve();
      });
    });
    return (await this.#obsolete.removeDue()) > 0;
  }

  /**
   * Called when a flush that cannot wait found no room. The reserve is not given up for it: deletes may need it. The
   * flush runs again before the state returns to `open`.
   */
  flushFailed(): void {
    if (!this.canMakeRoom || this.#stopped) return;
    this.#becomeFull();
    this.#tryLater(RETRY_MS);
  }

  /**
   * Called with each error of background work. The log and the mirror need room at once, for acknowledged writes and for
   * removals; a flush or a compaction can wait.
   */
  noticed(error: unknown): void {
    if (isOutOfSpace(error) && !`${(error as BigtabError).details.file}`.startsWith(DATA_DIRECTORY))
      void this.makeRoom();
  }

  async #makeRoom(): Promise<boolean> {
    if (!this.canMakeRoom || this.#stopped) return false;
    if ((await this.#obsolete.removeDue()) > 0 || (await this.outlastGarbage())) return true;
    const { onError } = this.#engine;
    this.#becomeFull();
    const released = await this.#reserve.release().catch((error) => {
      onError(error);
      return false;
    });
    this.#tryLater(RETRY_MS);
    return released;
  }

  #becomeFull(): void {
    const { state } = this.#engine;
    if (!state.is('full')) state.becomesFull(this.#reserve);
  }

  #tryLater(ms: number): void {
    this.#cancel();
    if (this.#stopped) return;
    this.#cancel = this.#engine.clock.after(ms, () => {
      this.#trying = this.#try();
    });
  }

  /** Never rejects. */
  async #try(): Promise<void> {
    const { state, onError } = this.#engine;
    try {
      if (state.is('full')) await this.#obsolete.removeDue();
      const restored = await this.#reserve.restore(state.is('full') ? HEADROOM : 0);
      if (!restored) this.#becomeFull();
      else if (state.is('full') && (await this.flushAgain())) {
        state.ends('full');
        await this.onRoom();
      }
    } catch (error) {
      onError(error);
    }
    if (state.is('full')) this.#tryLater(RETRY_MS);
  }
}
