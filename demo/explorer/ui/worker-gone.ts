import { BigtabError } from 'bigtab';

/** Whether work ended because its worker did. The connection is replaced then, and the work can be started again. */
export function isWorkerGone(error: unknown): boolean {
  return BigtabError.is(error) && (error.code === 'WORKER_LOST' || error.code === 'CONNECTION_CLOSED');
}
