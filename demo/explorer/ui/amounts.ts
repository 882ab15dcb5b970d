/*
 * Amounts as text.
 */

const COUNT = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** `1 row`, `2,922 rows`. */
export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${COUNT.format(count)} ${count === 1 ? one : many}`;
}

export function inCount(count: number): string {
  return COUNT.format(count);
}

/** `276 B`, `1.3 KiB`, `96 MiB`. */
export function inBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let [amount, unit] = [bytes, 0];
  for (; amount >= 1024 && unit < units.length - 1; unit++) amount /= 1024;
  return `${SHORT.format(amount)} ${units[unit]}`;
}

const DURATIONS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

/** `2 days`, `90 minutes`, `45 seconds`: a whole number of the largest possible unit. */
export function inDuration(seconds: number): string {
  const [length, unit] = DURATIONS.find(([one]) => seconds % one === 0) ?? [1, 'second'];
  return countOf(seconds / length, unit);
}

/** `0.4 ms`, `38 ms`, `1.2 s`. */
export function inTime(ms: number): string {
  if (ms >= 1000) return `${SHORT.format(ms / 1000)} s`;
  return `${ms < 10 ? SHORT.format(ms) : Math.round(ms)} ms`;
}
