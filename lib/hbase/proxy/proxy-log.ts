import { logText, logTexts } from './log-text.js';

/** One request, after its end. As JSON it has less than 2 kB, and its texts have no control characters, so it fits a log. */
export interface ProxyLogEntry {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The method that was called; null if the request was refused before its call was read. */
  readonly method: string | null;
  /** The tables that the call named, as `t` or `ns:t`. A long list is cut off, and its last element says so. */
  readonly tables: readonly string[];
  /** The user as whom HBase ran the call, or null. */
  readonly user: string | null;
  /** How long the request took, in ms. */
  readonly ms: number;
  /** Why it was refused or failed, or null. */
  readonly reason: string | null;
}

/** The entry of a request, with what fits into a line. */
export function logEntry({ tables, user, reason, ...others }: ProxyLogEntry): ProxyLogEntry {
  return {
    ...others,
    tables: logTexts(tables, 600),
    user: user === null ? null : logText(user, 520),
    reason: reason === null ? null : logText(reason, 700),
  };
}
