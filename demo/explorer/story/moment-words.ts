const DATE = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const SHORT = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' });
const NUMBER = new Intl.NumberFormat('en');

/** `Thursday 19 November at 14:03:22`; `version 7` where a timestamp is no date: people also count with them. */
export function momentInWords(timestamp: number): string {
  return isDate(timestamp) ? DATE.format(timestamp) : `version ${NUMBER.format(timestamp)}`;
}

/** `Thu 19 Nov, 14:03:22`. */
export function momentInShort(timestamp: number): string {
  return isDate(timestamp) ? SHORT.format(timestamp) : momentInWords(timestamp);
}

/** `Thu 19`. */
export function dayInWords(timestamp: number): string {
  return isDate(timestamp) ? DAY.format(timestamp) : momentInWords(timestamp);
}

function isDate(timestamp: number): boolean {
  return timestamp > Date.UTC(2000, 0) && timestamp < Date.UTC(2200, 0);
}
