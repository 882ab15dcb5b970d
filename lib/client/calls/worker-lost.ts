import { BigtabError } from '../../errors.js';

/**
 * The error of a call whose engine is lost: WORKER_LOST, or STORAGE_CLEARED if that is the code of `cause`. `outcome`:
 * what is known about the effects of a call in progress.
 */
export function workerLost(outcome: 'unknown' | 'none', cause?: unknown): BigtabError {
  if (BigtabError.is(cause) && cause.code === 'STORAGE_CLEARED') {
    return new BigtabError(cause.code, cause.message, { cause });
  }
  const done = outcome === 'none' ? 'This call changed nothing.' : 'It is not known whether this write took effect.';
  return new BigtabError('WORKER_LOST', `The engine worker stopped. ${done} Call connect again.`, {
    details: { outcome },
    cause,
  });
}

/** Whether `error` means that the engine is lost. */
export function isLost(error: unknown): boolean {
  return BigtabError.is(error) && (error.code === 'WORKER_LOST' || error.code === 'STORAGE_CLEARED');
}
