import { ZONE } from '../ui/times.js';
import { DAY_MS, FIRST_DAY, LAST_DAY } from './weather.js';

/*
 * The days of the weather. Their timestamps are the starts of days in UTC.
 */

const LONG = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: ZONE });

/** `February 29, 2012`. */
export function inDay(timestamp: number): string {
  return LONG.format(timestamp);
}

/** `2012-02-29`. */
export function isoDay(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, 10);
}

/** The measured day whose start is nearest to a timestamp. */
export function nearestDay(timestamp: number): number {
  return Math.min(Math.max(Math.round(timestamp / DAY_MS) * DAY_MS, FIRST_DAY), LAST_DAY);
}

/** The typed day, or null if it is not a day or was not measured. */
export function parseDay(typed: string): number | null {
  const timestamp = Date.parse(typed);
  return timestamp >= FIRST_DAY && timestamp <= LAST_DAY ? nearestDay(timestamp) : null;
}
