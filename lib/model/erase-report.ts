/** What may still contain values that `Admin.erase` removed from a table. Both lists are empty if nothing does. */
export interface EraseReport {
  /**
   * The names of snapshots that keep files which the table no longer uses. Delete them, and the files are removed a minute
   * later.
   */
  readonly snapshots: readonly string[];
  /** The printed names of tables, such as clones, that share such files. Call `erase` for each of them too. */
  readonly tables: readonly string[];
}

/** A report, and how many seconds the call waited. */
export interface Erased {
  readonly report: EraseReport;
  readonly seconds: number;
}
