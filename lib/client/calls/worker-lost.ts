import { BigtabError } from '../../errors.js';

/** Reasons that users must know. */
const REASONS: readonly string[] = ['STORAGE_CLEARED', 'VERSION_CONFLICT'];

/**
 * The error of a call whose engine is lost: WORKER_LOST, or STORAGE_CLEARED or VERSION_CONFLICT if that is the code of `cause`. `outcome`:
 * what is known about the effects of a call in progress.
 */
export function workerLost(outcome: 'unknown' | 'none', cause?: unknown): BigtabError {
  if (BigtabError.is(cause) && REASONS.includes(cause.code)) {
    return new BigtabError(cause.code, cause.message, { details: { ...cause.details, outcome }, cause });
  }
  const done = outcome === 'none' ? 'This call changed nothing.' : 'It is not known whether this write took effect.';
  return new BigtabError('WORKER_LOST', `The engine worker stopped. ${done} Call connect again.`, {
    details: { outcome },
    cause,
  });
}

/** Whether `error` means that the engine is lost. With the reason `deaf`, only its call is. */
export function isLost(error: unknown): boolean {
  if (!BigtabError.is(error) || error.details.reason === 'deaf') return false;
  return error.code === 'WORKER_LOST' || error.code === 'STORAGE_CLEARED';
}
