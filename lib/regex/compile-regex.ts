import { parsePattern } from './parse-pattern.js';
import { RegexMatcher } from './regex-matcher.js';

/** Throws SyntaxError, with the reason, for what `parseRegex` does not support. */
export function compileRegex(expr: string, flags = 0): RegexMatcher {
  return new RegexMatcher(parsePattern(expr, flags));
}
