import { BigtabError } from '../errors.js';

/** Calls fail if no leader sends anything for this long, although another page holds the lock. */
export const BUSY_MS = 10_000;

/** DATABASE_BUSY: another page holds the lock and does not answer. */
export function databaseBusy(database: string): BigtabError {
  return new BigtabError(
    'DATABASE_BUSY',
    `Another tab of this site has opened database '${database}' and does not answer. The browser may have suspended it. Bring that tab to the front, or close it.`,
  );
}
