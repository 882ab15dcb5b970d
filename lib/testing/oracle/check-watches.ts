/* The tests import this module bundled, because the engine then runs faster. */
import fc from 'fast-check';
import { watchQuestions } from '../operations/watches.js';
import { PLANTED_WATCH_BUGS } from './planted-watch-bugs.js';
import { playWatches } from './watch-player.js';

export interface Histories {
  readonly seed: number;
  readonly numRuns: number;
}

/** Compares watches with fresh reads, at every change of random histories. Rejects with the first history that fails. */
export async function checkWatches(histories: Histories): Promise<void> {
  await fc.assert(watchesAgree(), histories);
}

export function watchesAgree(): fc.IAsyncProperty<[Parameters<typeof playWatches>[0]]> {
  return fc.asyncProperty(watchQuestions(), playWatches);
}

export const plantedWatchBugs: readonly string[] = Object.keys(PLANTED_WATCH_BUGS);

/** Resolves to what the first history says that finds the bug; empty if none does. */
export async function findsWatchBug(name: string, histories: Histories): Promise<string> {
  const remove = PLANTED_WATCH_BUGS[name]?.() ?? (() => {});
  try {
    const { failed, errorInstance } = await fc.check(watchesAgree(), { ...histories, endOnFailure: true });
    return failed ? String(errorInstance) : '';
  } finally {
    remove();
  }
}
