/** What a read does in one family, collected for an explanation of the read. */
export interface ReadCounts {
  /** Cells visited, indexed by the order of the source that they come from. */
  readonly seen: number[];
  /** Visible cells. */
  given: number;
}
