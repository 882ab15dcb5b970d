/*
 * Timestamps as a person reads and types them. By convention they are milliseconds since 1970, but people also count
 * versions with them, so a small number is never treated as a date.
 *
 * Everything is shown and read in the time zone of the timestamps. So each device can read what another one shows, no
 * hour occurs twice in autumn, and a day means the same as in `new Date('2012-02-29')`.
 */

/** The time zone of all times. It is shown with each of them. */
export const ZONE = 'UTC';

/** A smaller number is a version number, or a number of seconds. */
const FIRST_DATE = Date.UTC(1971, 0);
const LAST_DATE = Date.UTC(2200, 0);
/** The largest timestamp that a cell may have is 2^53 − 2. */
const LAST = Number.MAX_SAFE_INTEGER - 1;

const DATE =
  /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i;

/** Whether a timestamp is shown as a date. */
export function isDate(timestamp: number): boolean {
  return timestamp >= FIRST_DATE && timestamp < LAST_DATE;
}

/** `7`, or `2026-11-21 09:30:05.123 UTC` without final zeros if it looks like a recent date. `readTime` reads both. */
export function inTimestamp(timestamp: number): string {
  if (!isDate(timestamp)) return String(timestamp);
  const written = new Date(timestamp).toISOString().replace('T', ' ');
  return `${written.replace(/( 00:00:00)?\.000Z$|Z$/, '')} ${ZONE}`;
}

/**
 * A timestamp as people write it: a whole number, or a date such as `2012-01-31`, `2012-01-31 08:30` or
 * `2012-01-31T08:30:00.5+01:00`. A date without a zone is in UTC. Returns null for everything else.
 */
export function readTime(text: string): number | null {
  const trimmed = text.trim();
  if (/^\d{1,16}$/.test(trimmed)) return inBounds(Number(trimmed));
  const match = DATE.exec(trimmed);
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = ZONE] = match;
  const parts = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const;
  const utc = new Date(Date.UTC(...parts));
  // JavaScript would turn 30 February into a day in March.
  const back = [utc.getUTCMonth(), utc.getUTCDate(), utc.getUTCHours(), utc.getUTCMinutes(), utc.getUTCSeconds()];
  if (back.some((part, index) => part !== parts[index + 1])) return null;
  return inBounds(utc.getTime() + Number(`${fraction}000`.slice(0, 3)) - zoneMs(zone));
}

/** The typed timestamp, or null if nothing was typed. Throws a RangeError for text that `readTime` does not read. */
export function typedTime(typed: string): number | null {
  if (typed.trim() === '') return null;
  const time = readTime(typed);
  if (time !== null) return time;
  throw new RangeError(
    `"${typed.trim()}" is not a date. Use a date such as 2026-11-21 09:30, or a number of milliseconds`,
  );
}

function zoneMs(zone: string): number {
  const match = /([+-])(\d\d):?(\d\d)/.exec(zone);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}

function inBounds(timestamp: number): number | null {
  return timestamp >= 0 && timestamp <= LAST ? timestamp : null;
}
