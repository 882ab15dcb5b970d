import { BigtabError } from '../errors.js';
import type { RegionCommit } from '../region/region-commit.js';

/** The version of a database, which its users raise: one upgrade at a time, whoever asks. */
export class Upgrades {
  readonly #commit: RegionCommit;
  /** Settles when the upgrades that were asked for before have ended. */
  #last: Promise<unknown> = Promise.resolve();
  #end: () => void = () => {};

  constructor(commit: RegionCommit) {
    this.#commit = commit;
  }

  /** See ControlMethods. */
  async begin(version: number): Promise<number | null> {
    const before = this.#last;
    let end = (): void => {};
    this.#last = new Promise<void>((resolve) => {
      end = resolve;
    });
    await before;
    const { version: stored = 0 } = this.#commit.image.database;
    if (stored < version) {
      this.#end = end;
      return stored;
    }
    end();
    if (stored === version) return null;
    throw new BigtabError(
      'DATABASE_NEWER',
      `The database has version ${stored}, and this connect asks for version ${version}`,
      { details: { stored, version } },
    );
  }

  /** See ControlMethods. */
  async end(version: number | null): Promise<void> {
    try {
      if (version !== null) await this.#commit.commit(() => ({ version }));
    } finally {
      this.#end();
    }
  }
}
