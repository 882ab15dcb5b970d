import { isDate, ZONE } from '../ui/times.js';

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: ZONE } as const;
const DATE = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', ...TIME });
const SHORT = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', ...TIME });
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: ZONE });
const NUMBER = new Intl.NumberFormat('en');

/** `Thursday 19 November at 14:03:22 UTC`, or `version 7` for a timestamp that is not a date. */
export function momentInWords(timestamp: number): string {
  return isDate(timestamp) ? `${DATE.format(timestamp)} ${ZONE}` : `version ${NUMBER.format(timestamp)}`;
}

/** `Thu 19 Nov, 14:03:22 UTC`. */
export function momentInShort(timestamp: number): string {
  return isDate(timestamp) ? `${SHORT.format(timestamp)} ${ZONE}` : momentInWords(timestamp);
}

/** `Thu 19`. */
export function dayInWords(timestamp: number): string {
  return isDate(timestamp) ? DAY.format(timestamp) : momentInWords(timestamp);
}
