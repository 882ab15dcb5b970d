import { BigtabError } from 'bigtab';

/** Whether work failed because its worker ended. The connection is then replaced, and the work can be started again. */
export function isWorkerGone(error: unknown): boolean {
  return BigtabError.is(error) && (error.code === 'WORKER_LOST' || error.code === 'CONNECTION_CLOSED');
}
