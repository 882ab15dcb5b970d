import { notAllowed } from '../bytes/kind.js';

/** Throws INVALID_ARGUMENT for what cannot be a version of a database, which its users choose. */
export function requireVersion(version: unknown): asserts version is number {
  if (!Number.isSafeInteger(version) || (version as number) < 1) {
    throw notAllowed('version', 'a whole number of at least 1', version);
  }
}
