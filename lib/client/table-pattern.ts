import { notAllowed } from '../bytes/kind.js';
import { invalidArgument } from '../errors.js';
import { notLoaded, ofThisBuild } from './calls/load-code.js';

/**
 * A regular expression. As text, it uses the part of the syntax that Java and JavaScript share, and matching takes time
 * proportional to the length of a name. A JavaScript RegExp is matched by JavaScript, however long that takes.
 */
export type TablePattern = string | RegExp;

/**
 * Resolves to a function that reports whether `pattern` matches all of a printed table name; a table of `default` may
 * also match as `default:t`. Null matches all names. Rejects with INVALID_ARGUMENT for an expression that is malformed
 * or not supported.
 *
 * @see S-50
 */
export async function tableMatcher(pattern: TablePattern | null): Promise<(name: string) => boolean> {
  if (pattern === null) return () => true;
  const matches = await wholeMatcher(pattern);
  return (name) => matches(name) || (!name.includes(':') && matches(`default:${name}`));
}

/** Resolves to a function that reports whether `pattern` matches all of a string. Rejects as `tableMatcher` does. */
export async function wholeMatcher(pattern: TablePattern): Promise<(text: string) => boolean> {
  if (pattern instanceof RegExp) {
    const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ''));
    return (text) => whole.test(text);
  }
  if (typeof pattern !== 'string') throw notAllowed('a pattern', 'a regular expression', pattern);
  // Few pages list tables by a pattern, so this code is loaded on demand.
  const { compileRegex } = await import('./compile-pattern.js').then(ofThisBuild, notLoaded);
  try {
    const regex = compileRegex(pattern);
    return (text) => regex.matches(text);
  } catch (error) {
    throw invalidArgument((error as SyntaxError).message);
  }
}
