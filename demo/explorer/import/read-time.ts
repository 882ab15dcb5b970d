/** The moments that a cell may have: 2^53 − 2 is the last. */
const LAST = Number.MAX_SAFE_INTEGER - 1;

const DATE = /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * A timestamp as people write it: milliseconds since 1970, or a date such as `2012-01-31`, `2012-01-31 08:30` or
 * `2012-01-31T08:30:00.5+01:00`; without a zone it is UTC. Null for everything else.
 */
export function readTime(text: string): number | null {
  const trimmed = text.trim();
  if (/^\d{1,16}$/.test(trimmed)) return inBounds(Number(trimmed));
  const match = DATE.exec(trimmed);
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  const parts = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)] as const;
  const utc = new Date(Date.UTC(...parts));
  // 30 February becomes a day of March.
  const back = [utc.getUTCMonth(), utc.getUTCDate(), utc.getUTCHours(), utc.getUTCMinutes(), utc.getUTCSeconds()];
  if (back.some((part, index) => part !== parts[index + 1])) return null;
  return inBounds(utc.getTime() + Number(`${fraction}000`.slice(0, 3)) - zoneMs(zone));
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
