import { invalidArgument } from '../errors.js';

/** The properties of the literal of a scan without which it reads more rows. */
export const GIVEN_BOUNDS = ['start', 'stop', 'prefix', 'equals', 'from', 'to'] as const;

/**
 * Throws INVALID_ARGUMENT if a bound is present but undefined, or a list with undefined: `{ prefix: user.id }` must not
 * read the rows of all users because `user` was not loaded yet.
 */
export function requireGivenBounds(scan: object): void {
  for (const name of GIVEN_BOUNDS)
    if (name in scan && ([] as unknown[]).concat(scan[name as never]).includes(undefined))
      throw invalidArgument(
        `${name} is or contains undefined; to leave it out, use ...(value !== undefined && { ${name}: value })`,
      );
}
