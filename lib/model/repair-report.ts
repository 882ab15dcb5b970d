/** A part of the data that `Connection.repair` could not bring back. It has `rows` or `sequenceIds`. */
export interface LostPart {
  /** The file that had it. */
  readonly path: string;
  /** The table; null if it may be any table. */
  readonly table: string | null;
  /** The family whose cells are lost; only with `rows`. */
  readonly family?: string;
  /**
   * Cells of a store file were lost: some or all of those that the rows from `first` to `last` had there, both inclusive,
   * in printable form (`\xNN`). Rows of more than 64 bytes are rounded down and up. If `last` is null, the rows up to the end of the table. Values of older files are
   * visible instead, and so is what markers of the lost cells had deleted.
   */
  readonly rows?: { readonly first: string; readonly last: string | null };
  /**
   * Records of the log were lost: the changes with the sequence ids from `first` to `last`, both inclusive. If `last` is
   * null, every change from `first` up to the next time the database was opened. The log orders the changes of all
   * tables, so other tables may be affected too.
   */
  readonly sequenceIds?: { readonly first: number; readonly last: number | null };
}

/** The result of `Connection.repair`. Paths are relative to the directory of the database; that of the catalog is `catalog`. */
export interface RepairReport {
  /** The files with problems that were replaced, or are not needed any more, and the indexes that are built again. */
  readonly repaired: readonly string[];
  /** The files that are in quarantine now, also those of earlier repairs. */
  readonly quarantined: readonly string[];
  /** What is lost, also what earlier repairs reported, until a later call with `release`. */
  readonly lost: readonly LostPart[];
}

/** A report, and the last progress of the call. */
export interface Repaired {
  readonly report: RepairReport;
  readonly total: number;
  readonly unit: 'bytes' | 'cells';
}
