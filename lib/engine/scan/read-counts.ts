/** What a read does in one family, for whoever explains it. */
export interface ReadCounts {
  /** Cells looked at, by the order of the source that they come from. */
  readonly seen: number[];
  /** Visible cells. */
  given: number;
}
