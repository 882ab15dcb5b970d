/**
 * What a source of cells had to do with a read: it was `read`, or left out, because its bloom filter does not know the
 * row or column (`bloom`), its times (`time`) or rows (`key`) are others than the read asks for, or all it holds has
 * expired (`expired`).
 */
export type SourceVerdict = 'read' | 'bloom' | 'time' | 'key' | 'expired';

/** What `Table.explain` takes besides the read. */
export interface ExplainOptions {
  /** It stops behind the row in which it has looked at about so many cells. Default 1,000,000. */
  readonly maxCells?: number;
}

/** What a read did, without what it gave. */
export interface Explanation {
  readonly table: string;
  /** Whether the read was run to its end, or to its limit; false: to the bound that was set. */
  readonly complete: boolean;
  /** Rows it gives. */
  readonly rows: number;
  /** Milliseconds that the engine worked on it. */
  readonly ms: number;
  /** Those that it takes part of, in byte order. */
  readonly families: readonly FamilyExplanation[];
}

/** What a read did in one family. */
export interface FamilyExplanation {
  /** In printable form. */
  readonly family: string;
  /** Cells that it gives. Of a check of existence, those that were found. */
  readonly cellsReturned: number;
  /** From new to old: the memstore, one that is being flushed, the store files. */
  readonly sources: readonly SourceExplanation[];
}

/** What a read did with one source of a family's cells. */
export interface SourceExplanation {
  readonly kind: 'memstore' | 'file';
  /** Of the store file, as in `RegionMetrics`. */
  readonly number?: number;
  readonly verdict: SourceVerdict;
  /** Cells of it that the read looked at, whether it gives them or not. */
  readonly cells: number;
  /** Blocks of every kind that came from the medium. A file that was left out may have had to read its bloom filter. */
  readonly blocksRead: number;
  /** Times that a block was found in the cache. */
  readonly blocksCached: number;
}
