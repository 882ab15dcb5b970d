import type { CompactionState } from '../model/status-report.js';

/** One table as the engine holds it. HBase: `RegionMetrics`; a table is one region. */
export interface RegionMetrics {
  readonly table: string;
  readonly state: 'ENABLED' | 'DISABLED';
  /** Why its files cannot be read, so that every other call on the table fails; null when all is well. */
  readonly damage: string | null;
  /** Bytes of all its memstores. */
  readonly memstoreBytes: number;
  /** Bytes of all its store files. */
  readonly storeFileBytes: number;
  /** Every write up to this sequence id stands in store files. */
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
  /** Puts and markers in memory. */
  readonly memstoreCells: number;
  readonly storeFileCount: number;
  readonly storeFileBytes: number;
  /** From new to old; none of a damaged table, whose files are not open. */
  readonly storeFiles: readonly StoreFileMetrics[];
}

/** One store file, as its trailer has it. */
export interface StoreFileMetrics {
  /** Unlike that of every other file of the database. */
  readonly number: number;
  readonly sizeBytes: number;
  /** Puts and markers. */
  readonly cells: number;
  readonly markers: number;
  /** First row, in printable form; null, as what follows, in a file without cells. */
  readonly minKey: string | null;
  /** Last row. */
  readonly maxKey: string | null;
  /** Of puts and markers. */
  readonly minTimestamp: number | null;
  readonly maxTimestamp: number | null;
  readonly minSequenceId: number | null;
  readonly maxSequenceId: number | null;
  /** What made it. */
  readonly kind: 'flush' | 'compaction';
  /** Whether it was made of all files of its family. */
  readonly major: boolean;
  /** When it was made, in milliseconds since 1970. */
  readonly createdAt: number;
  /** Blocks of every kind: data, index, bloom filter, values, trailer. */
  readonly blocks: number;
  /** So many of them are in the block cache. */
  readonly cachedBlocks: number;
}
