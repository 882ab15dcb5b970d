import { BigtabError } from '../errors.js';

/** WORKER_LOST. `outcome`: what is known of a call that was under way. */
export function workerLost(outcome: 'unknown' | 'none', cause?: unknown): BigtabError {
  const done = outcome === 'none' ? 'This call changed nothing.' : 'Whether this write took effect is unknown.';
  return new BigtabError('WORKER_LOST', `The engine worker ended. ${done} Call connect again.`, {
    details: { outcome },
    cause,
  });
}
