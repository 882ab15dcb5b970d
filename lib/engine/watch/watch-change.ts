/** A change of the rows of a watch, as it is sent. */
export interface WatchChange {
  readonly watch: number;
  /** Whether the client drops all rows that it has. */
  readonly reset: boolean;
  /** Whether the rows are not a state of the table before further changes. */
  readonly more: boolean;
  /** Rows that the client removes before it adds those of `block`. */
  readonly removed: readonly Uint8Array[];
  /** A result block of complete rows. */
  readonly block: Uint8Array;
}

/** The end of a watch. */
export interface WatchEnd {
  readonly watch: number;
  readonly error: unknown;
}
