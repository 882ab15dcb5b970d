import { BigtabError } from '../../errors.js';
import type { Session } from '../calls/session.js';

/**
 * The largest timestamp that a write made by now can have been given: the time of the clock, or a later one if the engine
 * has given timestamps that are ahead of it. On a cluster, the time of this machine's clock.
 */
export async function startTime(session: Session): Promise<number> {
  return session.clock.now() + (await leadOf(session));
}

async function leadOf(session: Session): Promise<number> {
  try {
    return (await session.control('alone', 'status')).clock.largestLeadMs;
  } catch (error) {
    if (BigtabError.is(error) && error.code === 'UNSUPPORTED_OPERATION') return 0;
    throw error;
  }
}
