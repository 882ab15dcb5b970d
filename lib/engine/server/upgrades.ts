import { notAllowed } from '../../bytes/kind.js';
import { BigtabError } from '../../errors.js';
import type { RegionCommit } from '../region/region-commit.js';

/** A running upgrade. */
interface RunningUpgrade {
  readonly version: number;
  /** Lets the next upgrade start. */
  readonly end: () => void;
}

/** The version of a database, which its users raise: one upgrade at a time across all callers. */
export class Upgrades {
  readonly #commit: RegionCommit;
  /** Settles when the upgrades that were requested before have ended. */
  #last: Promise<unknown> = Promise.resolve();
  #running: RunningUpgrade | null = null;

  constructor(commit: RegionCommit) {
    this.#commit = commit;
  }

  /** See `EngineMethods`. Rejects with INVALID_ARGUMENT for a value that is not a version. */
  async begin(version: number): Promise<number | null> {
    if (!Number.isSafeInteger(version) || version < 1) {
      throw notAllowed('version', 'a whole number of at least 1', version);
    }
    const before = this.#last;
    let end = (): void => {};
    this.#last = new Promise<void>((resolve) => {
      end = resolve;
    });
    await before;
    const { version: stored = 0 } = this.#commit.image.database;
    if (stored < version) {
      this.#running = { version, end };
      return stored;
    }
    end();
    if (stored === version) return null;
    throw new BigtabError(
      'DATABASE_NEWER',
      `The database has version ${stored}, but this call to connect requests version ${version}`,
      { details: { stored, version } },
    );
  }

  /** See `EngineMethods`. */
  async end(succeeded: boolean): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    const { version, end } = running;
    this.#running = null;
    try {
      if (succeeded === true) await this.#commit.commit(() => ({ version }));
    } finally {
      end();
    }
  }
}
