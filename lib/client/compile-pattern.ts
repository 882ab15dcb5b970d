import { invalidArgument } from '../errors.js';
import { compileRegex } from '../regex/compile-regex.js';

/** What fetches this module compares it with its own. */
export { PROTOCOL_VERSION } from '../service/client-service.js';

/** Returns a test for whether an expression matches all of a text. Throws INVALID_ARGUMENT for what `compileRegex` does not support. */
export function compilePattern(pattern: string): (text: string) => boolean {
  try {
    const regex = compileRegex(pattern);
    return (text) => regex.matches(text);
  } catch (error) {
    throw invalidArgument((error as SyntaxError).message);
  }
}
