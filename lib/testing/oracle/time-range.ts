/* Time ranges (N-54…N-56). */
import type { Range, Time } from '../vectors/history.js';
import { refuse } from './refusal.js';

/** [min, max). */
export interface TimeRange {
  readonly min: number;
  readonly max: number;
}

export const ALL_TIME: TimeRange = { min: 0, max: Number.POSITIVE_INFINITY };

export function rangeOf(range: Range | undefined): TimeRange {
  if (range === undefined) return ALL_TIME;
  const [min, max] = [boundOf(range[0]), boundOf(range[1])];
  if (min < 0 || max < 0) refuse('IllegalArgumentException', 'Timestamp cannot be negative');
  if (max < min) refuse('IllegalArgumentException', 'maxStamp is smaller than minStamp');
  return { min, max };
}

/** N-55, R-37. */
export function rangeAt(timestamp: Time): TimeRange {
  const at = boundOf(timestamp);
  if (at < 0 || at === Number.POSITIVE_INFINITY) refuse('IllegalArgumentException', 'timestamp out of range');
  return { min: at, max: at + 1 };
}

function boundOf(bound: Time): number {
  return bound === 'LATEST' ? Number.POSITIVE_INFINITY : Number(bound);
}
