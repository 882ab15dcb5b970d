import { BigtabError, invalidArgument } from '../../errors.js';

/** The TTL, in seconds, of families whose versions never expire. HBase: `HConstants.FOREVER`. */
export const FOREVER: number = 2 ** 31 - 1;

const NUMBER = /^[+-]?\d+$/;
/** `93784 SECONDS (1 DAY 2 HOURS 3 MINUTES 4 SECONDS)`: the total, then each unit; every part is optional. */
const INTERVAL =
  /^(?:(\d+)\s*SECONDS?\s*\()?\s*(?:(\d+)\s*DAYS?)?\s*(?:(\d+)\s*HOURS?)?\s*(?:(\d+)\s*MINUTES?)?\s*(?:(\d+)\s*SECONDS?)?\s*\)?$/i;
const UNIT_SECONDS = [86_400, 3_600, 60, 1];

/**
 * Parses a time to live written as text, in seconds: `FOREVER`, a number, or days, hours, minutes and seconds in this
 * order, also in HBase's printed form that starts with the total. Other text counts as 0, which is not allowed for a
 * table. Throws INVALID_ARGUMENT above 2^31−1, and HBASE if the total and its parts do not agree. HBase:
 * `PrettyPrinter.valueOf`.
 *
 * @see S-6
 */
export function parseTimeToLive(text: string): number {
  if (text.toUpperCase() === 'FOREVER') return FOREVER;
  const seconds = NUMBER.test(text) ? Number(text) : parseInterval(text);
  if (Math.abs(seconds) > FOREVER) throw invalidArgument(`timeToLive can be at most ${FOREVER} seconds; got '${text}'`);
  return seconds;
}

/** The allowed forms of a time to live, for messages. */
export const TIMES_TO_LIVE =
  "It can be a whole number of seconds from 1 to 2147483647, FOREVER, or days, hours, minutes and seconds in this order, such as '30 DAYS' or '1 DAY 12 HOURS'";

/**
 * Like `parseTimeToLive`, but throws INVALID_OPERATION for text in none of these forms, naming the family and the
 * allowed forms.
 */
export function readTimeToLive(text: string, family: string): number {
  if (/\S/.test(text) && (text.toUpperCase() === 'FOREVER' || NUMBER.test(text) || INTERVAL.test(text))) {
    return parseTimeToLive(text);
  }
  throw new BigtabError('INVALID_OPERATION', `TTL of column family ${family} cannot be '${text}'. ${TIMES_TO_LIVE}.`);
}

function parseInterval(text: string): number {
  const [, total, ...parts] = INTERVAL.exec(text) ?? [];
  const seconds = UNIT_SECONDS.reduce((sum, unit, index) => sum + Number(parts[index] ?? 0) * unit, 0);
  if (total !== undefined && Number(total) !== seconds) {
    throw new BigtabError(
      'HBASE',
      `Malformed TTL string: ${total} seconds differ from the parts in parentheses: '${text}'`,
    );
  }
  return seconds;
}
