/**
 * What a read did with a source of cells. It was `read`, or it was skipped: its bloom filter does not contain the row
 * or column (`bloom`), its times (`time`) or rows (`key`) are outside the read, or all its cells have expired
 * (`expired`).
 */
export type SourceVerdict = 'read' | 'bloom' | 'time' | 'key' | 'expired';

/** The options of `Table.explain` besides the read. */
export interface ExplainOptions {
  /** The read stops after the row in which it has visited about this number of cells. Default 1,000,000. */
  readonly maxCells?: number;
}

/** What a read did, without its result. */
export interface Explanation {
  readonly table: string;
  /** Whether the read ran to its end or to its limit; false if it stopped at `maxCells`. */
  readonly complete: boolean;
  /** Number of rows that the read returns. */
  readonly rows: number;
  /** Time that the engine spent on the read, in milliseconds. */
  readonly ms: number;
  /**
   * The filters of the read, by class name, whose verdict on a row may depend on the rows before it, such as
   * `PageFilter`. `watch` with one of them reads all rows again after each write in its range.
   */
  readonly countingFilters: readonly string[];
  /** The index of a scan by one, and how many of its entries were read, outdated ones included; otherwise null. */
  readonly index: { readonly name: string; readonly entries: number } | null;
  /** The families that the read uses, in byte order. Empty for a scan by an index, which gets each row by its key. */
  readonly families: readonly FamilyExplanation[];
}

/** What a read did in one family. */
export interface FamilyExplanation {
  /** In printable form. */
  readonly family: string;
  /** Number of cells that the read returns; for an existence check, the number of cells found. */
  readonly cellsReturned: number;
  /** From newest to oldest: the memstore, a memstore that is being flushed, the store files. */
  readonly sources: readonly SourceExplanation[];
}

/** What a read did with one source of a family's cells. */
export interface SourceExplanation {
  readonly kind: 'memstore' | 'file';
  /** The number of the store file, as in `RegionMetrics`. */
  readonly number?: number;
  readonly verdict: SourceVerdict;
  /** Number of its cells that the read visited, whether it returns them or not. */
  readonly cells: number;
  /** Blocks of every kind that were read from the medium. Skipping a file may also require reading its bloom filter. */
  readonly blocksRead: number;
  /** Number of blocks found in the cache. */
  readonly blocksCached: number;
}
