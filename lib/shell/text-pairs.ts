import type { Configuration } from '../model/settings.js';
import { argumentError } from './ruby-error.js';
import { isHash, type ShellValue, textOf } from './shell-value.js';

/** `pairs` with those of the hash `changes`; one that is nil or empty is removed (S-20). Throws INVALID_ARGUMENT for what is no hash. */
export function withPairs(pairs: Configuration, changes: ShellValue | undefined, what: string): Configuration {
  if (changes === undefined) return pairs;
  if (!isHash(changes)) throw argumentError(`${what} must be a hash such as {'key' => 'value'}`);
  const changed = new Map(Object.entries(pairs));
  for (const [key, value] of changes) {
    const text = textOf(value);
    if (text === '') changed.delete(key);
    else changed.set(key, text);
  }
  return Object.fromEntries(changed);
}
