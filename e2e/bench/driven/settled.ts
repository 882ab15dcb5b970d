import type { Clock } from './clock.js';

/** A reading collects garbage, which is work for every process of the browser. */
const STEP_MS = 500;
/** Longer than the pause between two steps in which a browser frees memory after its start. */
const QUIET_MS = 6_000;
const MOST_MS = 20_000;
const TOLERANCE = 0.005;

/**
 * Reads until all readings of six seconds differ by at most half a percent, and returns their mean; null if they do not
 * settle within twenty seconds.
 */
export async function settled(read: () => Promise<number | null>, clock: Clock): Promise<number | null> {
  let recent: { readonly at: number; readonly value: number }[] = [];
  for (const start = clock.now(); clock.now() - start <= MOST_MS; await clock.sleep(STEP_MS)) {
    const value = await read();
    if (value === null) return null;
    const at = clock.now();
    recent = [...recent.filter((reading) => reading.at >= at - QUIET_MS), { at, value }];
    const values = recent.map((reading) => reading.value);
    const most = Math.max(...values);
    if (at - start >= QUIET_MS && most - Math.min(...values) <= most * TOLERANCE) {
      return values.reduce((sum, one) => sum + one, 0) / values.length;
    }
  }
  return null;
}
