import { BigtabError } from '../errors.js';
import { databaseBusy } from './database-busy.js';

/**
 * Why calls fail when no leader has answered for `BUSY_MS`. A page, which requests the lock itself, learns that another
 * page holds it. In a worker that only follows, usually no page has connected.
 */
export function noAnswer(database: string, mayLead: boolean): BigtabError {
  return mayLead ? databaseBusy(database) : noPage(database);
}

function noPage(database: string): BigtabError {
  return new BigtabError(
    'STORAGE_UNAVAILABLE',
    `No page that has connected to database '${database}' answers. SharedWorkers and service workers can use a database only through a page of the same site. Open a page that connects to it, and try again.`,
    { details: { reason: 'no-page' } },
  );
}

/** Whether calls fail for this reason only until a leader answers again. */
export function isNoAnswer(reason: unknown): boolean {
  return BigtabError.is(reason) && (reason.code === 'DATABASE_BUSY' || reason.details.reason === 'no-page');
}
