import { invalidArgument } from '../errors.js';

/** The largest time, in milliseconds, that a date can have. */
const MAX_DATE = 8_640_000_000_000_000;

/** How timestamps are printed. */
export type TimestampText = (timestamp: number) => string;

/**
 * Prints timestamps as numbers or, in a time zone, as local date and time in ISO form without zero parts at the end, as
 * Java prints them: `2026-08-19T21:29` (H-35, A-26). Throws INVALID_ARGUMENT for a zone that the platform does not
 * support.
 */
export function timestampText(timeZone: string | null): TimestampText {
  if (timeZone === null) return String;
  const format = formatOf(timeZone);
  return (timestamp) => (timestamp > MAX_DATE ? String(timestamp) : isoText(format, timestamp));
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit';
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
  } catch {
    throw invalidArgument(`timeZone must be a time zone such as 'UTC' or 'Europe/Berlin'; got '${timeZone}'`);
  }
}

function isoText(format: Intl.DateTimeFormat, timestamp: number): string {
  const { year, month, day, hour, minute, second } = Object.fromEntries(
    format.formatToParts(timestamp).map(({ type, value }) => [type, value]),
  ) as Record<string, string>;
  const date = `${(year as string).length > 4 ? `+${year}` : year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
  const millis = timestamp % 1000;
  if (millis > 0) return `${date}:${second}.${String(millis).padStart(3, '0')}`;
  return second === '00' ? date : `${date}:${second}`;
}
