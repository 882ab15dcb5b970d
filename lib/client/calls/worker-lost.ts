import { BigtabError } from '../../errors.js';

/**
 * What a call rejects with when the engine is gone: WORKER_LOST, or STORAGE_CLEARED where `cause` is that. `outcome`:
 * what is known of a call that was under way.
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

/** Whether `error` means that the engine is gone. */
export function isLost(error: unknown): boolean {
  return BigtabError.is(error) && (error.code === 'WORKER_LOST' || error.code === 'STORAGE_CLEARED');
}
