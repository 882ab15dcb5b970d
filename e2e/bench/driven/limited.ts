import type { Clock } from './clock.js';

const LIMIT_MS = 5 * 60_000;

/**
 * The result of `work`, which may hang: rejects when it has not ended and made no progress for minutes. How long a load
 * takes depends on its size, so no fixed time suits all of them.
 */
export async function limited<T>(
  work: Promise<T>,
  clock: Clock,
  progress: () => Promise<number> = async () => 0,
): Promise<T> {
  const ended = new AbortController();
  try {
    return await Promise.race([work, stalled(progress, clock, ended.signal)]);
  } finally {
    ended.abort();
  }
}

async function stalled(progress: () => Promise<number>, clock: Clock, ended: AbortSignal): Promise<never> {
  let before = -1;
  let reached = 0;
  while (reached > before) {
    before = reached;
    // What hangs may not answer this either, so nothing waits for it.
    progress().then(
      (found) => {
        reached = found;
      },
      () => {},
    );
    await clock.sleep(LIMIT_MS, ended);
  }
  throw new Error(`no progress for ${LIMIT_MS / 60_000} minutes`);
}
