import type { MemoryBudget } from './memory-options.js';

/** Use of a bounded resource. Bytes unless the name says otherwise. */
export interface Usage {
  readonly used: number;
  readonly limit: number;
}

/** What is compacted of a table: nothing, some of its files, all of them, or both. HBase: `CompactionState`. */
export type CompactionState = 'NONE' | 'MINOR' | 'MAJOR' | 'MAJOR_AND_MINOR';

/** Compactions of all tables. */
export interface CompactionSummary {
  /** See `Admin.compactionSwitch`. */
  readonly enabled: boolean;
  /** Waiting or running. */
  readonly running: number;
  /** Since the database was opened. */
  readonly finished: number;
  /** Families whose files wait to be compacted until the device has room for it. */
  readonly skipped: readonly { readonly table: string; readonly family: string }[];
}

/** What reads did not have to look at. */
export interface PruningReport {
  /** Store files that a read left out: by their keys, bloom filter or times, or because all they hold has expired. */
  readonly files: { readonly key: number; readonly bloom: number; readonly time: number; readonly expired: number };
  /** Data blocks of those files. */
  readonly blocks: number;
}

/** Rows whose newest timestamp of those that the engine gave is not below the wall clock. */
export interface ClockReport {
  /**
   * Those that the engine remembers, at most 65,536; what an earlier run or a clock that was set back left ahead is
   * counted when it is written again.
   */
  readonly rowsAhead: number;
  /** By how many milliseconds the furthest of them is ahead of the wall clock. */
  readonly largestLeadMs: number;
}

/** What the last open of the database found and did. */
export interface RecoveryReport {
  /** Milliseconds from the lock to serving. */
  readonly ms: number;
  /** Log records applied, and their bytes. */
  readonly records: number;
  readonly bytes: number;
  /** Bytes of a torn tail that were discarded: writes that were never acknowledged, or lost with the power. */
  readonly discardedBytes: number;
  /** Sentences for people: damage, loss, roll-backs, files set aside. Empty when all was well. */
  readonly problems: readonly string[];
}

/** The state of a database as one plain object. */
export interface StatusReport {
  readonly name: string;
  readonly backend: 'opfs' | 'memory' | 'node-fs' | 'sim';
  readonly state: 'open';
  /** `created`: nothing was there; `opened`: the database existed. */
  readonly origin: 'created' | 'opened';
  readonly epoch: number;
  readonly generation: number;
  readonly tables: number;
  readonly storeFiles: { readonly count: number; readonly bytes: number };
  readonly memory: {
    /** Memstores of all tables; writes wait above `limit`. */
    readonly memstore: Usage;
    readonly blockCache: Usage;
    /** Bytes of the write-ahead log that a recovery would read. */
    readonly log: Usage;
    /** Chunks of memory that memstores hold, those that only scanners still read included. */
    readonly slab: Usage;
  };
  /** Every line of the memory budget as it is in force, in bytes unless said otherwise. */
  readonly budget: MemoryBudget;
  /**
   * How far timestamps that the engine gave are ahead of the wall clock; rises when many writes of one row fall into
   * one millisecond, or the clock was wrong.
   */
  readonly clock: ClockReport;
  /** Open scanners (count), and how many a lease or limit has ended since the database was opened. */
  readonly scanners: {
    readonly open: number;
    readonly limit: number;
    readonly expired: number;
    /** What only they keep of memory that was flushed and of files that were replaced. */
    readonly held: { readonly segments: Usage; readonly files: Usage };
  };
  /** Flushes waiting or running. */
  readonly flushing: boolean;
  readonly compactions: CompactionSummary;
  /** By the tables that are there, since they were opened or made. */
  readonly pruning: PruningReport;
  readonly lastRecovery: RecoveryReport;
  /** False while the active log segment's name is younger than 60 s: a power cut could still undo it. */
  readonly powerSafe: boolean;
}
