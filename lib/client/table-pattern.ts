import { notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';

/** A regular expression; as text, in the part of the syntax that Java and JavaScript share. */
export type TablePattern = string | RegExp;

/** What Java takes for classes in classes, and JavaScript for characters. */
const NESTED_CLASS = /\[[^\]]*(\[|&&)/;

/**
 * Whether `pattern` matches the whole of a printed table name; a table of `default` may also match as `default:t` (S-50). Null matches all.
 * Throws INVALID_ARGUMENT for what is no regular expression. (Of what else the two languages take differently, a name holds nothing.)
 */
export function tableMatcher(pattern: TablePattern | null): (name: string) => boolean {
  if (pattern === null) return () => true;
  const whole = wholePattern(pattern);
  return (name) => whole.test(name) || (!name.includes(':') && whole.test(`default:${name}`));
}

/** Matches a text only as a whole. Throws INVALID_ARGUMENT for what is no regular expression. */
export function wholePattern(pattern: TablePattern): RegExp {
  const isObject = pattern instanceof RegExp;
  const source = isObject ? pattern.source : pattern;
  if (typeof source !== 'string') throw notAllowed('a pattern', 'a regular expression', pattern);
  if (!isObject && NESTED_CLASS.test(source)) throw invalidArgument(`'${source}' has a class of characters in another`);
  const flags = isObject ? pattern.flags.replace(/[gy]/g, '') : 'u';
  try {
    // By itself first: `a)(b` is none, though it becomes one between parentheses.
    new RegExp(source, flags);
    return new RegExp(`^(?:${source})$`, flags);
  } catch (cause) {
    throw invalidArgument(`a pattern must be a regular expression; ${(cause as Error).message}`);
  }
}
