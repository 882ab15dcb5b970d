import { invalidArgument } from '../../errors.js';

/** Throws INVALID_ARGUMENT for any value but an integer of at least `least`. */
export function checkCount(what: string, count: unknown, least: number): void {
  if (Number.isSafeInteger(count) && (count as number) >= least) return;
  throw invalidArgument(`${what} must be an integer${least < 0 ? '' : ` of at least ${least}`}; got ${String(count)}`);
}
