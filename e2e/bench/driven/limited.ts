import type { Clock } from './clock.js';

const LIMIT_MS = 5 * 60_000;

/**
 * The result of `work`, which may hang: rejects if it makes no progress for minutes. The time of a load depends on its
 * size, so no fixed limit suits all loads.
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
    // If the work hangs, reading the progress may hang too, so nothing waits for it.
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
