/*
 * Timestamps as a person reads and types them. By convention they are milliseconds since 1970, but people also write small
 * numbers as versions, so a number is never taken for anything else.
 */

/** A smaller number is a version that someone chose. */
const FIRST_DATE = Date.UTC(1973, 0);
const LAST_DATE = Date.UTC(2200, 0);
/** What a date and time of this form leave out is zero; the time is that of the device. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z?)?$/;

/** `7`, or `2026-11-21 09:30:05.123` where it looks like a date of our time. `parseTimestamp` reads either. */
export function inTimestamp(timestamp: number): string {
  if (!isDate(timestamp)) return String(timestamp);
  const date = new Date(timestamp);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${day} ${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** Whether a timestamp is shown as a date. */
export function isDate(timestamp: number): boolean {
  return timestamp > FIRST_DATE && timestamp < LAST_DATE;
}

/** The timestamp of what was typed: a whole number or a date; null when nothing was. Throws a RangeError for anything else. */
export function parseTimestamp(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  if (/^\d+$/.test(text)) return Number(text);
  const time = DATE.test(text) ? Date.parse(text.length === 10 ? `${text}T00:00` : text.replace(' ', 'T')) : Number.NaN;
  const date = new Date(time);
  // 30 February becomes a day of March.
  const day = text.endsWith('Z') ? date.getUTCDate() : date.getDate();
  if (day !== Number(text.slice(8, 10)))
    throw new RangeError(`“${text}” is no time: write a whole number, or 2026-11-21 09:30`);
  return time;
}
