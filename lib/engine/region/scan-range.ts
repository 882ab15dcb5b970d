/** Which rows a scan visits and in which direction (R-80…R-84). */
export interface ScanRange {
  /** Where the scan begins; empty = at the first row, reversed at the last. */
  readonly start: Uint8Array;
  readonly startInclusive: boolean;
  /** Empty = to the other end of the table. */
  readonly stop: Uint8Array;
  readonly stopInclusive: boolean;
  readonly reversed: boolean;
}
