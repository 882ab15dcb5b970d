/** One request, after its end. */
export interface ProxyLogEntry {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The method that was called; null if the request was refused before its body was read. */
  readonly method: string | null;
  /** The tables that the call named, as `t` or `ns:t`. */
  readonly tables: readonly string[];
  /** The user as whom HBase ran the call, or null. */
  readonly user: string | null;
  /** How long the request took, in ms. */
  readonly ms: number;
  /** Why it was refused or failed, or null. */
  readonly reason: string | null;
}
