import { invalidArgument } from '../errors.js';

/** The properties of the literal of a scan without which it reads more rows; those before `prefix` may be null. */
const BOUNDS = ['start', 'stop', 'from', 'to', 'prefix', 'equals'] as const;

/**
 * Throws INVALID_ARGUMENT if a bound is present but undefined, or a list with undefined: `{ prefix: user.id }` must not
 * read the rows of all users because `user` was not loaded yet. Null is no bound; `prefix` and `equals` cannot be null.
 */
export function requireGivenBounds(scan: object): void {
  for (const [at, name] of BOUNDS.entries()) {
    if (!(name in scan)) continue;
    const value: unknown = scan[name as never];
    const lacks = Array.isArray(value) ? value.includes(undefined) : value === undefined || (value === null && at > 3);
    if (!lacks) continue;
    throw invalidArgument(
      `${name} is ${Array.isArray(value) ? 'a list with undefined' : value}; to read without this bound, leave it out: ...(value !== undefined && { ${name}: value })`,
    );
  }
}
