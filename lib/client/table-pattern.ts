import { notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';

/** A regular expression, or the text of one. */
export type TablePattern = string | RegExp;

/**
 * Whether `pattern` matches the whole of a printed table name; a table of `default` may also match as `default:t` (S-50). Null matches all.
 * Throws INVALID_ARGUMENT for what is no regular expression.
 */
export function matchesTable(pattern: TablePattern | null): (name: string) => boolean {
  if (pattern === null) return () => true;
  const given = pattern instanceof RegExp ? pattern.source : pattern;
  if (typeof given !== 'string') throw notAllowed('a pattern', 'a regular expression', pattern);
  const whole = wholeOf(given, pattern instanceof RegExp ? pattern.flags.replace(/[gy]/g, '') : 'u');
  return (name) => whole.test(name) || (!name.includes(':') && whole.test(`default:${name}`));
}

function wholeOf(source: string, flags: string): RegExp {
  try {
    // By itself first: `a)(b` is none, though it becomes one between parentheses.
    new RegExp(source, flags);
    return new RegExp(`^(?:${source})$`, flags);
  } catch (cause) {
    throw invalidArgument(`a pattern must be a regular expression; ${(cause as Error).message}`);
  }
}
