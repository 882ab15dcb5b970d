import { parseRegex } from './parse-regex.js';
import { RegexMatcher } from './regex-matcher.js';

/** Throws SyntaxError for what `parseRegex` does not support. */
export function compileRegex(expr: string, flags = 0): RegexMatcher {
  return new RegexMatcher(parseRegex(expr, flags));
}
