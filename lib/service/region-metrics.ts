import type { CompactionState } from '../model/status-report.js';

/** The state of one table in the engine. HBase: `RegionMetrics`; a table is one region. */
export interface RegionMetrics {
  readonly table: string;
  readonly state: 'ENABLED' | 'DISABLED';
  /** Why rows of it cannot be read, so that reads of them reject with CORRUPTION; null if all can. */
  readonly damage: string | null;
  /** Size of all its memstores in bytes. */
  readonly memstoreBytes: number;
  /** Size of all its store files in bytes. */
  readonly storeFileBytes: number;
  /** Every write up to this sequence id is in store files. */
  readonly flushedSequenceId: number;
  readonly compactionState: CompactionState;
  /** In byte order of the families. */
  readonly stores: readonly StoreMetrics[];
}

/** One family: its memstore and its store files. */
export interface StoreMetrics {
  /** In printable form. */
  readonly family: string;
  readonly memstoreBytes: number;
  /** Number of puts and markers in memory. */
  readonly memstoreCells: number;
  readonly storeFileCount: number;
  readonly storeFileBytes: number;
  /** From newest to oldest, without those that cannot be read. */
  readonly storeFiles: readonly StoreFileMetrics[];
}

/** One store file, as described in its trailer. */
export interface StoreFileMetrics {
  /** Unique among the files of the database. */
  readonly number: number;
  readonly sizeBytes: number;
  /** Number of puts and markers. */
  readonly cells: number;
  readonly markers: number;
  /** First row, in printable form. Null in a file without cells, as are the bounds below. */
  readonly minKey: string | null;
  /** Last row. */
  readonly maxKey: string | null;
  /** Timestamps of puts and markers. */
  readonly minTimestamp: number | null;
  readonly maxTimestamp: number | null;
  readonly minSequenceId: number | null;
  readonly maxSequenceId: number | null;
  /** What created the file. */
  readonly kind: 'flush' | 'compaction';
  /** Whether it was written from all files of its family. */
  readonly major: boolean;
  /** When it was created, in milliseconds since 1970. */
  readonly createdAt: number;
  /** Number of blocks of every kind: data, index, bloom filter, values, trailer. */
  readonly blocks: number;
  /** Number of its blocks in the block cache. */
  readonly cachedBlocks: number;
}
