import { setting } from '../../model/schema/settings.js';
import type { Engine } from '../region/engine.js';
import { isExpired, withoutSnapshots } from './snapshot-record.js';

/**
 * Deletes expired snapshots (S-65) when the database is opened, and every 30 minutes, unless that is switched off. By the
 * confirmed time, like expired cells: a wrong clock must not delete a snapshot.
 */
export class SnapshotCleaner {
  readonly #engine: Engine;
  #cancel: () => void = () => {};
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  get isEnabled(): boolean {
    return this.#engine.commit.image.database.snapshotCleanup ?? true;
  }

  start(): void {
    const { clock, onError, site } = this.#engine;
    this.#running = this.#clean()
      .catch(onError)
      .finally(() => {
        if (this.#stopped) return;
        this.#cancel = clock.after(setting('hbase.master.cleaner.snapshot.interval', [site]), () => this.start());
      });
  }

  /** Resolves when nothing is deleted any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#running;
  }

  async #clean(): Promise<void> {
    const { commit, confirmed, state } = this.#engine;
    const { now } = confirmed;
    const hasExpired = commit.snapshots.some((snapshot) => isExpired(snapshot, now));
    if (!hasExpired || !this.isEnabled || !state.acceptsAll) return;
    await commit.commit(({ snapshots = [] }) =>
      withoutSnapshots(snapshots.filter((snapshot) => isExpired(snapshot, now))),
    );
  }
}
