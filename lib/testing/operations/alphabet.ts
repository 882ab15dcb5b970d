/* Names and times of random histories: so few of them that equal timestamps, masking and overwrites are frequent. */
import fc from 'fast-check';
import type { Range, Time } from '../vectors/history.js';

/** The values from which the timestamps, times to live and clock steps of one history are drawn. */
export interface Moments {
  readonly start: number;
  /** How far the clock advances between two steps. */
  readonly pauses: readonly number[];
  readonly timestamps: readonly number[];
  /** In seconds, for families. */
  readonly timesToLive: readonly string[];
  /** In milliseconds, for cells. */
  readonly cellTimesToLive: readonly number[];
  readonly purgeDelays: readonly string[];
}

/** The clock is near the explicit timestamps or far after them. Only single cells expire. */
const MILLISECONDS = {
  pauses: [0, 0, 1, 2],
  timestamps: [1, 2, 3, 4, 5, 8],
  timesToLive: ['FOREVER'],
  cellTimesToLive: [1, 4, 1000],
  purgeDelays: ['0', '0', '3', '1000'],
} as const;

/** Families expire, and some reads happen exactly at the time of expiry. */
const SECONDS: Moments = {
  start: 3000,
  pauses: [0, 0, 1, 500, 1000, 1000],
  timestamps: [1000, 2000, 2001, 3000, 4000, 6000],
  timesToLive: ['FOREVER', '1', '2', '3'],
  cellTimesToLive: [1, 1000, 2000],
  purgeDelays: ['0', '0', '1000', '2500'],
};

export const MOMENTS: readonly Moments[] = [
  { start: 3, ...MILLISECONDS },
  { start: 3, ...MILLISECONDS },
  { start: 1000, ...MILLISECONDS },
  SECONDS,
  SECONDS,
];

export const rows: fc.Arbitrary<string> = weighted({ r: 7, s: 1, t: 1 });
/** A table does not have `h` before an alter adds it. */
export const families: fc.Arbitrary<string> = weighted({ f: 50, g: 10, h: 1 });
/** `n` mostly contains counters, so increments find some. */
export const qualifiers: fc.Arbitrary<string> = weighted({ a: 6, '': 3, b: 1, n: 1 });

export function timestamps({ timestamps }: Moments): fc.Arbitrary<number> {
  return fc.constantFrom(...timestamps);
}

/** One in three calls has no timestamp. */
export function stepTimestamps(moments: Moments): fc.Arbitrary<Time> {
  return fc.oneof(
    { arbitrary: timestamps(moments), weight: 2 },
    { arbitrary: fc.constant('LATEST' as const), weight: 1 },
  );
}

/** Mostly narrow ranges around the timestamps in use, sometimes empty ones. */
export function ranges({ timestamps }: Moments): fc.Arbitrary<Range> {
  const bounds = fc.constantFrom(...timestamps.flatMap((timestamp) => [timestamp, timestamp + 1]));
  return fc.oneof(
    { arbitrary: fc.tuple(bounds, bounds).map(([a, b]): Range => [Math.min(a, b), Math.max(a, b)]), weight: 4 },
    { arbitrary: bounds.map((max): Range => [0, max]), weight: 2 },
    { arbitrary: bounds.map((min): Range => [min, 'LATEST']), weight: 1 },
  );
}

function weighted(weights: Readonly<Record<string, number>>): fc.Arbitrary<string> {
  return fc.oneof(
    { withCrossShrink: true },
    ...Object.entries(weights).map(([text, weight]) => ({ arbitrary: fc.constant(text), weight })),
  );
}
