import type { Configuration } from '../model/settings.js';
import { argumentError } from './ruby-error.js';
import { isHash, type ShellHash, type ShellValue, textOf } from './shell-value.js';

/** The hash that an option is. Throws INVALID_ARGUMENT for anything else. */
export function hashOf(value: ShellValue, what: string): ShellHash {
  if (!isHash(value)) throw argumentError(`${what} must be a hash such as {'key' => 'value'}`);
  return value;
}

/** `pairs` with those of `changes`; one that is nil or empty is removed (S-20). */
export function withPairs(pairs: Configuration, changes: ShellHash): Configuration {
  const changed = new Map(Object.entries(pairs));
  for (const [key, value] of changes) {
    const text = textOf(value);
    if (text === '') changed.delete(key);
    else changed.set(key, text);
  }
  return Object.fromEntries(changed);
}
