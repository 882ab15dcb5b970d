import type { Engine } from './engine.js';
import { isEntryFamily } from './region-index.js';
import type { Store } from './store.js';

const DAY_MS = 24 * 3_600_000;

/**
 * The time by which flushes and compactions of a store remove what has expired: the confirmed time. Entries of an index
 * stay a day longer, because a cell that has expired may still be stored, and is visible again if the clock is set back:
 * the confirmed time follows a clock that is wrong by up to a day.
 */
export function removalTime({ confirmed }: Engine, { family }: Store): number {
  return confirmed.now - (isEntryFamily(family.name) ? DAY_MS : 0);
}
