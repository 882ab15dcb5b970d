const STEP_MS = 250;
/** Longer than the quiet between two steps in which a browser gives memory back after its start. */
const QUIET_STEPS = 24;
const MOST_STEPS = 160;
const TOLERANCE = 0.005;

/** Reads until all readings of six seconds lie within half a hundredth, and gives their mean; null when they never do. */
export async function settled(
  read: () => Promise<number | null>,
  wait: (ms: number) => Promise<void>,
): Promise<number | null> {
  const last: number[] = [];
  for (let step = 0; step < MOST_STEPS; step++) {
    const value = await read();
    if (value === null) return null;
    last.push(value);
    if (last.length > QUIET_STEPS) last.shift();
    const most = Math.max(...last);
    if (last.length === QUIET_STEPS && most - Math.min(...last) <= most * TOLERANCE) {
      return last.reduce((sum, one) => sum + one, 0) / last.length;
    }
    await wait(STEP_MS);
  }
  return null;
}
