import type { MemoryBudget } from './memory-options.js';

/** Use of a limited resource, in bytes unless the name says otherwise. */
export interface Usage {
  readonly used: number;
  readonly limit: number;
}

/** Which files of a table are being compacted: none, some, all, or both. HBase: `CompactionState`. */
export type CompactionState = 'NONE' | 'MINOR' | 'MAJOR' | 'MAJOR_AND_MINOR';

/** Compactions of all tables. */
export interface CompactionSummary {
  /** See `Admin.compactionSwitch`. */
  readonly enabled: boolean;
  /** Compactions that are waiting or running. */
  readonly running: number;
  /** Compactions since the database was opened. */
  readonly finished: number;
  /** Families whose files cannot be compacted until the device has enough room. */
  readonly skipped: readonly { readonly table: string; readonly family: string }[];
}

/** What reads have skipped. */
export interface PruningReport {
  /**
   * Store files that a read skipped because of their keys, bloom filter or times, or because all their cells have
   * expired.
   */
  readonly files: { readonly key: number; readonly bloom: number; readonly time: number; readonly expired: number };
  /** Data blocks of those files. */
  readonly blocks: number;
}

/** Rows for which the engine assigned a timestamp that is not below the wall clock. */
export interface ClockReport {
  /**
   * Rows that the engine remembers: at most 65,536 that are ahead of the clock by themselves, and as many that were written
   * above cells with timestamps in the future that the engine did not assign. Rows that are ahead because of an earlier
   * run, or because the clock was set back, are counted when they are written again.
   */
  readonly rowsAhead: number;
  /**
   * How many milliseconds the largest timestamp that the engine has ever given to a write is ahead of the wall clock, also
   * in an earlier run; 0 if it is not ahead. Timestamps above cells that the engine did not date count in this run only.
   */
  readonly largestLeadMs: number;
}

/** What the last open of the database found and did, and what was found since then in files that were opened later. */
export interface RecoveryReport {
  /** Milliseconds from acquiring the lock to serving requests. */
  readonly ms: number;
  /** Log records that were applied, and their bytes. */
  readonly records: number;
  readonly bytes: number;
  /** Bytes of a torn tail that were discarded: writes that were never acknowledged, or that a power cut lost. */
  readonly discardedBytes: number;
  /** Messages for people: damage, loss, roll-backs, files set aside. Empty if nothing went wrong. */
  readonly problems: readonly string[];
}

/** The storage of the whole site, which its databases share with its other data, as the browser reports it. */
export interface StorageReport {
  /** Number of bytes in use, by the browser's estimate; null if it is unknown. */
  readonly usage: number | null;
  /** Number of bytes that the site may use, by the browser's estimate; null if it is unknown. It may be too large. */
  readonly quota: number | null;
  /**
   * Whether the browser keeps the site's data when the device runs out of space; null if it is unknown. To ask the
   * browser for this, call `requestPersistence`.
   */
  readonly persisted: boolean | null;
}

/** A read that is kept up to date for a page (see `Table.watch`). */
export interface WatchReport {
  readonly table: string;
  /** The first and the last row of the read, as its scan names them, in printable form; '' is an open end. */
  readonly range: readonly [start: string, stop: string];
  /** The number of rows that it holds. */
  readonly rows: number;
}

/** A secondary index that is not complete. */
export interface IndexBuildReport {
  readonly table: string;
  readonly index: string;
  /** The share of the rows that have their entries, from 0 to 1. */
  readonly done: number;
}

/** The state of a database as a plain object. */
export interface StatusReport {
  readonly name: string;
  readonly backend: 'opfs' | 'memory' | 'node-fs' | 'sim';
  /**
   * What the database accepts. `full`: there is no room for puts, increments and appends, but deletes and schema changes
   * work; `read-only`: it accepts reads only; `degraded`: everything works, but a part of the storage does not.
   */
  readonly state: 'open' | 'full' | 'read-only' | 'degraded';
  /** A sentence for people that explains the state; null if and only if it is `open`. */
  readonly stateReason: string | null;
  /**
   * Where the data came from when the database was opened. `opened`: it existed. `recovered`: it existed, but its
   * catalog had to be restored from the mirror, or something was lost or damaged; `lastRecovery.problems` explains what
   * happened. `created`: there was no database, or one in which no table was ever created. `evicted`: the same, but the
   * function `existed` of `connect` reports that there was a database, so the browser or the user has deleted it.
   */
  readonly origin: 'created' | 'opened' | 'recovered' | 'evicted';
  /**
   * Whether this page runs the engine in its worker (`leader`) or uses the worker of another tab (`follower`). The role
   * changes without notice to your calls, for example when the leading tab is closed.
   */
  readonly role: 'leader' | 'follower';
  /** The number of the leader: each one has a larger number than those before it. */
  readonly epoch: number;
  /** The number of pages and workers that use the database, with this one. */
  readonly tabs: number;
  readonly generation: number;
  /** The version of the app that `connect` or an imported backup has given the database; 0 if it has none. */
  readonly version: number;
  readonly tables: number;
  readonly storeFiles: {
    /** The files of tables; a file that a table shares with a clone counts once. */
    readonly count: number;
    readonly bytes: number;
    /** The files that only snapshots keep. */
    readonly snapshots: { readonly count: number; readonly bytes: number };
    /** Replaced files of all kinds, log segments included, which are kept until a power cut cannot undo the change. */
    readonly obsolete: { readonly count: number; readonly bytes: number };
    /** Files of all kinds that `Connection.repair` has set aside, until it is called with `release`. */
    readonly quarantined: { readonly count: number; readonly bytes: number };
    /**
     * Empty files that were created in advance. If obsolete files take much space, compactions write into the
     * `old` ones, whose names no power cut can undo, so that obsolete files can be removed earlier.
     */
    readonly spare: { readonly count: number; readonly old: number };
  };
  readonly memory: {
    /** Memstores of all tables; writes wait above `limit`. */
    readonly memstore: Usage;
    readonly blockCache: Usage;
    /** Bytes of the write-ahead log that recovery would read. */
    readonly log: Usage;
    /** Chunks of memory that memstores use, including those that only scanners still read. */
    readonly slab: Usage;
  };
  /** Every limit of the memory budget currently in force, in bytes unless stated otherwise. */
  readonly budget: MemoryBudget;
  /**
   * How far implicit timestamps are ahead of the wall clock. It grows when many writes of one row fall into one
   * millisecond, or after the clock was wrong.
   */
  readonly clock: ClockReport;
  /** Open scanners (count), and how many were ended by a lease or a limit since the database was opened. */
  readonly scanners: {
    readonly open: number;
    readonly limit: number;
    readonly expired: number;
    /** The flushed memory and replaced files that only open scanners keep. */
    readonly held: { readonly segments: Usage; readonly files: Usage };
  };
  /** The open watches of all pages. */
  readonly watches: readonly WatchReport[];
  readonly indexes: {
    /**
     * The indexes that cannot be read yet. They are built one after the other, those of a disabled table when it is
     * enabled.
     */
    readonly building: readonly IndexBuildReport[];
  };
  /** Whether flushes are waiting or running. */
  readonly flushing: boolean;
  readonly compactions: CompactionSummary;
  /** Totals of the tables that exist now, since they were opened or created. */
  readonly pruning: PruningReport;
  readonly lastRecovery: RecoveryReport;
  /** In a `status` event, this is as old as the last call of `status`. */
  readonly storage: StorageReport;
  /**
   * Whether a forced write (FSYNC_WAL) survives a power cut. False while the name of the active log segment is younger
   * than 60 s, because a power cut could still undo it, with the writes of the last 60 s: in the first minute of a
   * database; after an open, if the open before it was less than a minute ago; and if the log has filled more segments
   * than were ready and has reached its limit (`memory.log`). Until then, the active segment grows instead.
   */
  readonly powerSafe: boolean;
}
