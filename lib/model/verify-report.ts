/**
 * What a file of the database is. `catalog`: the list of files in IndexedDB; `manifest`: its copy in the file system;
 * `index`: the entries of a secondary index; `quarantined`: a file that `Connection.repair` has set aside, and that is not
 * read; `leftover`: a file that an earlier process had not finished when it ended or the power was cut, and that nothing
 * needs; `unknown`: another file that nothing refers to.
 */
export type VerifiedKind =
  | 'catalog'
  | 'manifest'
  | 'log'
  | 'store file'
  | 'index'
  | 'quarantined'
  | 'leftover'
  | 'unknown';

/** What `Connection.verify` found in one file, or in one index. */
export interface VerifiedFile {
  /**
   * Relative to the directory of the database; that of the catalog is `catalog`, and that of an index names it and its
   * table.
   */
  readonly path: string;
  readonly kind: VerifiedKind;
  /** Sentences for people; empty if the file is sound, and for a `leftover`. */
  readonly problems: readonly string[];
}

/** The result of `Connection.verify`. */
export interface VerifyReport {
  /** Whether no file has a problem. */
  readonly ok: boolean;
  /** The catalog, its copy, the log, the store files, the indexes, and files that are set aside or that nothing refers to. */
  readonly files: readonly VerifiedFile[];
}

/** A report, and how many bytes were read for it. */
export interface Verified {
  readonly report: VerifyReport;
  readonly bytes: number;
}
