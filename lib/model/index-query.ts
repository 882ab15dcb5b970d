/** Which entries of an index a scan reads. */
export interface IndexQuery {
  /** The name of the index. */
  readonly index: string;
  /** The values of its first columns. */
  readonly equals: readonly Uint8Array[];
  /** The smallest value of the column after those, or null. */
  readonly from: Uint8Array | null;
  /** The first value of that column that is no longer read, or null. */
  readonly to: Uint8Array | null;
  /** How the value of that column begins, or null. */
  readonly prefix: Uint8Array | null;
}
