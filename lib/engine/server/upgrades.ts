import { BigtabError } from '../../errors.js';
import { requireVersion } from '../../model/app-version.js';
import type { Maintenance } from '../compaction/maintenance.js';
import { persistWrites } from '../compaction/persist-writes.js';
import type { Engine } from '../region/engine.js';
import { storedVersion } from './outdated.js';
import type { SchemaCommits } from './schema-commits.js';

/** A connection that waits for its turn. */
interface Waiting {
  readonly owner: string;
  readonly version: number;
  readonly resolve: (stored: number | null) => void;
  readonly reject: (error: unknown) => void;
}

/** A running upgrade. */
interface Running {
  /** The connection that began it. */
  readonly owner: string;
  readonly from: number;
  readonly version: number;
  /** Whether the catalog names its connection. It does not begin before. */
  recorded: boolean;
  /** Whether its version is being stored. */
  storing: boolean;
  /** Whether it ends once its version is stored, or could not be. */
  over: boolean;
}

/** How long others wait for the connection that was upgrading at an earlier engine. */
const PATIENCE_MS = 1_000;
/** How long others wait for an upgrade whose page is suspended. */
const AWAY_MS = 5_000;

/**
 * The version of a database, which its users raise: one upgrade at a time across all callers. An upgrade belongs to the
 * connection that began it: that connection ends it, or its own end does. While it runs, the calls of the other
 * connections wait, because the tables are neither the old ones nor the new ones.
 *
 * An upgrade may outlive the engine. The catalog names its connection, and the next engine waits a second for it to
 * report. Later, the connection may still go on if the version is the one that it began from, and if no upgrade has
 * begun: otherwise another one has run, or may have run, at the same time, so this one cannot succeed.
 *
 * The page of an upgrade may be suspended, for example in the back/forward cache, and discarded there without notice. So
 * its upgrade ends when others have waited for it. If the page returns, it cannot go on, as above.
 */
export class Upgrades {
  readonly #engine: Engine;
  readonly #commits: SchemaCommits;
  readonly #maintenance: Pick<Maintenance, 'flush'>;
  #waiting: Waiting[] = [];
  #running: Running | null = null;
  /** Whether an upgrade has begun at this engine. */
  #begun = false;
  /** The connection whose upgrade began at an earlier engine and may still be reported; null if there is none. */
  #earlier: string | null;
  /** Stops the wait for it; null while nothing waits. */
  #cancel: (() => void) | null = null;
  /** Called when no upgrade runs any more. */
  #held: (() => void)[] = [];
  /** The connections here whose pages are suspended. */
  readonly #away = new Set<string>();

  constructor(engine: Engine, commits: SchemaCommits, maintenance: Pick<Maintenance, 'flush'>) {
    this.#engine = engine;
    this.#commits = commits;
    this.#maintenance = maintenance;
    this.#earlier = engine.commit.image.database.upgrading ?? null;
  }

  /** Whether the calls of a connection wait until another one's upgrade has ended. */
  holds(connection: string): boolean {
    return this.#owner !== null && this.#owner !== connection;
  }

  /** Resolves when the upgrade that holds calls has ended. Then another one may run. */
  released(): Promise<void> {
    const released = new Promise<void>((resolve) => this.#held.push(resolve));
    this.#awaitEarlier();
    this.#endAwaySoon();
    return released;
  }

  /** Waits for nothing any more. */
  stop(): void {
    this.#cancel?.();
  }

  /**
   * See `EngineMethods`. A connection that asks again gets the same answer. Rejects with INVALID_ARGUMENT for a value
   * that is not a version, and with CONNECTION_CLOSED if the connection ends before its turn.
   */
  async begin(owner: string, version: number): Promise<number | null> {
    requireVersion(version);
    this.#away.delete(owner);
    // The engine before may have ended before it could answer.
    if (this.#earlier === owner) this.#forgetEarlier();
    this.#awaitEarlier();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ owner, version, resolve, reject });
      this.#next();
    });
  }

  /** See `EngineMethods.continueUpgrade`. */
  goOn(owner: string, from: number, version: number): void {
    this.#requireOwner(owner);
    this.#away.delete(owner);
    this.#running ??= this.#continued(owner, from, version);
  }

  /** The page of a connection is suspended, and may never go on. */
  away(connection: string): void {
    if (this.#running?.owner !== connection && !this.#waiting.some(({ owner }) => owner === connection)) return;
    this.#away.add(connection);
    this.#endAwaySoon();
  }

  /**
   * See `SchemaMethods`. If the version cannot be stored, the upgrade goes on, and may be ended again. Rejects with
   * INVALID_OPERATION if another connection's upgrade runs, and if an upgrade that began at an earlier engine may not
   * have run alone.
   */
  async end(owner: string, succeeded: boolean, from: number, version: number): Promise<void> {
    this.#requireOwner(owner);
    if (succeeded !== true) return this.#finish();
    this.#running ??= this.#continued(owner, from, version);
    const running = this.#running;
    running.storing = true;
    try {
      await persistWrites(this.#engine, this.#maintenance);
      await this.#commits.commit(() => ({ version: running.version, upgrading: null }));
      running.recorded = false;
      running.over = true;
    } finally {
      running.storing = false;
      if (running.over) this.#finish();
    }
  }

  /** The connection has ended. Its upgrade ends without raising the version, and the next one starts. */
  ended(connection: string): void {
    this.#away.delete(connection);
    for (const one of this.#waiting) if (one.owner === connection) one.reject(closed());
    this.#waiting = this.#waiting.filter(({ owner }) => owner !== connection);
    if (this.#earlier === connection) {
      this.#forgetEarlier();
      this.#clearRecord();
      this.#next();
    }
    const running = this.#running;
    if (running?.owner !== connection) return;
    running.over = true;
    if (!running.storing) this.#finish();
  }

  /**
   * The version that an import by this connection gives the database, 0 if it gives none. `given`: that of the backup; undefined
   * if it has none. In an upgrade, its end gives the version. Throws INVALID_OPERATION for a backup of another version.
   * REQUIRES to be called while the commit of the import is made: an upgrade that begins then looks again (`#record`).
   */
  imported(connection: string, given: number | undefined): number {
    if (given === undefined) return 0;
    const stored = this.#stored;
    if (this.holds(connection))
      throw refused('Another connection is upgrading the database. Import again later', stored);
    const owns = this.#owner === connection;
    const most = owns ? (this.#running?.version ?? given) : stored || given;
    if (given < stored || given > most) throw otherVersion(given, given < stored ? stored : most);
    return owns || given === stored ? 0 : given;
  }

  /** The connection whose upgrade runs, or may still be reported; null if there is none. */
  get #owner(): string | null {
    return this.#running?.owner ?? this.#earlier;
  }

  get #stored(): number {
    return storedVersion(this.#engine);
  }

  #requireOwner(owner: string): void {
    if (this.#running === null || this.#running.owner === owner) return;
    throw refused(
      'Another connection is upgrading the database. Only the connection that began an upgrade ends it',
      this.#stored,
    );
  }

  #awaitEarlier(): void {
    if (this.#earlier === null) return;
    this.#cancel ??= this.#engine.clock.after(PATIENCE_MS, () => {
      this.#forgetEarlier();
      this.#clearRecord();
      this.#next();
    });
  }

  #forgetEarlier(): void {
    this.#cancel?.();
    this.#earlier = null;
  }

  /** An upgrade that began at an earlier engine. */
  #continued(owner: string, from: number, version: number): Running {
    requireVersion(version);
    const stored = this.#stored;
    if (this.#begun || stored !== from || version <= from) {
      throw refused(
        `The upgrade from version ${from} to ${version} was interrupted, and another one may have run meanwhile, so its version is not stored. The database has version ${stored}. Call connect again`,
        stored,
      );
    }
    return this.#start(owner, from, version);
  }

  #start(owner: string, from: number, version: number): Running {
    this.#begun = true;
    this.#forgetEarlier();
    const running = { owner, from, version, recorded: false, storing: false, over: false };
    void this.#record(running);
    return running;
  }

  /** Stores whose upgrade runs, and answers its connection. One that cannot be recorded does not begin. */
  async #record(running: Running): Promise<void> {
    const { owner } = running;
    try {
      await this.#engine.commit.commit(() => ({ upgrading: owner }));
      running.recorded = true;
      // Its connection has ended meanwhile.
      if (this.#running === null) this.#clearRecord();
      // An import has given the database its version meanwhile.
      else if (this.#stored !== running.from) this.#finish();
    } catch (error) {
      const refused = this.#waiting.filter((one) => one.owner === owner);
      this.#waiting = this.#waiting.filter((one) => one.owner !== owner);
      for (const { reject } of refused) reject(error);
      // One that has begun at an earlier engine goes on.
      if (refused.length > 0 && this.#running === running) this.#running = null;
    }
    this.#next();
  }

  #finish(): void {
    if (this.#running?.recorded) this.#clearRecord();
    this.#running = null;
    this.#next();
  }

  /** If this fails, the next engine waits a second in vain. */
  #clearRecord(): void {
    this.#engine.commit.commit(() => ({ upgrading: null })).catch(() => {});
  }

  /** Answers the callers whose turn it is. */
  #next(): void {
    const stored = this.#stored;
    const left: Waiting[] = [];
    for (const one of this.#waiting) {
      const { owner, version, resolve, reject } = one;
      if (stored < version && this.#earlier === null) this.#running ??= this.#start(owner, stored, version);
      const running = this.#running;
      if (running?.recorded && running.owner === owner && running.version === version) resolve(running.from);
      else if (running !== null || stored < version) left.push(one);
      else if (stored === version) resolve(null);
      else reject(newer(stored, version));
    }
    this.#waiting = left;
    if (this.#running === null && this.#earlier === null) for (const release of this.#held.splice(0)) release();
    this.#endAwaySoon();
  }

  /** Others do not wait for a page that may never go on. */
  #endAwaySoon(): void {
    const running = this.#running;
    const blocks = () =>
      running !== null &&
      this.#running === running &&
      this.#away.has(running.owner) &&
      this.#waiting.length + this.#held.length > 0;
    if (running === null || !blocks()) return;
    this.#engine.clock.after(AWAY_MS, () => {
      if (blocks()) this.ended(running.owner);
    });
  }
}

function newer(stored: number, version: number): BigtabError {
  return new BigtabError(
    'DATABASE_NEWER',
    `The database has version ${stored}, but this call to connect requests version ${version}`,
    { details: { stored, version } },
  );
}

function refused(message: string, stored: number, version?: number): BigtabError {
  return new BigtabError('INVALID_OPERATION', message, { details: { stored, version } });
}

function otherVersion(version: number, stored: number): BigtabError {
  return refused(
    `The backup is of version ${version} of the app, but the database of version ${stored}. Restore it as another database`,
    stored,
    version,
  );
}

function closed(): BigtabError {
  return new BigtabError('CONNECTION_CLOSED', 'The connection has ended before its upgrade could begin');
}
