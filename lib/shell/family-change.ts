import { FAMILY_KINDS } from '../model/schema/attribute-kinds.js';
import type { FamilyValues } from '../model/schema/family-values.js';
import { readTimeToLive } from '../model/schema/time-to-live.js';
import { FamilyBuilder } from './family-builder.js';
import { wordOf } from './plain-values.js';
import { argumentError } from './ruby-error.js';
import { isHash, type ShellHash, type ShellValue, textOf } from './shell-value.js';

/** The part of a hash of `create` or `alter` that describes a family. */
export interface FamilyChange {
  readonly name: string;
  /** The family after the change: `stored` with the named attributes, or a new family. Throws INVALID_ARGUMENT. */
  apply(stored: FamilyValues | null): FamilyValues;
  /** Keys that are not attributes of a family. */
  readonly unknown: readonly string[];
}

/** HBase's attributes of a family that may be any text. */
const TEXTS: readonly string[] = ['ENCRYPTION', 'ENCRYPTION_KEY', 'ENCRYPTION_KEY_NAMESPACE', 'STORAGE_POLICY'];
const OTHERS: readonly string[] = ['NAME', 'METADATA', 'CONFIGURATION'];

/** The attributes whose values are words, as HBase's shell calls them. */
const WORDS: Readonly<Record<string, string>> = { BLOOMFILTER: 'BloomFilter type', COMPRESSION: 'Compression' };

/**
 * Reads `'f'` or `{NAME => 'f', VERSIONS => 5, …}`. Throws INVALID_ARGUMENT for a word that the attribute does not
 * allow (S-5), INVALID_OPERATION for a TTL that cannot be read.
 */
export function readFamilyChange(value: ShellValue): FamilyChange {
  const hash: ShellHash = isHash(value) ? value : new Map([['NAME', value]]);
  const name = wordOf(hash.get('NAME'), 'NAME');
  const metadata = pairsOf(hash, 'METADATA');
  const configuration = pairsOf(hash, 'CONFIGURATION');
  const attributes = [...hash].filter(([key]) => isAttribute(key)).map(([key, given]) => [key, textOf(given)] as const);
  for (const [key, text] of attributes) {
    checkWord(key, text);
    if (key === 'TTL' && text !== '') readTimeToLive(text, name);
  }
  return {
    name,
    unknown: [...hash.keys()].filter((key) => !isAttribute(key) && !OTHERS.includes(key)),
    apply(stored) {
      const family = new FamilyBuilder(stored ?? name);
      // A new family without this attribute gets the database's default.
      if (stored === null) family.setRaw('VERSIONS', null);
      // Set first, as in HBase, where it may not be less than the current MIN_VERSIONS (S-1).
      for (const [key, text] of attributes) if (key === 'VERSIONS') family.set(key, text);
      for (const [key, text] of attributes) if (key !== 'VERSIONS') family.set(key, text);
      for (const [key, text] of metadata) family.setRaw(key, text);
      for (const [key, text] of configuration) family.setConfiguration(key, text);
      return family;
    },
  };
}

/**
 * The strings of a hash like METADATA; nil is empty, which removes the key (S-20). Throws INVALID_ARGUMENT for a value
 * that is not a hash.
 */
export function pairsOf(hash: ShellHash, key: string): readonly (readonly [string, string])[] {
  const pairs = hash.get(key) ?? new Map();
  if (!isHash(pairs)) throw argumentError(`${key} must be a hash such as {'key' => 'value'}`);
  return [...pairs].map(([name, value]) => [name, textOf(value)]);
}

function isAttribute(key: string): boolean {
  return FAMILY_KINDS.has(key) || TEXTS.includes(key);
}

function checkWord(key: string, text: string): void {
  const kind = FAMILY_KINDS.get(key);
  if (typeof kind !== 'object' || kind.includes(text.toUpperCase())) return;
  throw argumentError(`${WORDS[key] ?? key} ${text.toUpperCase()} is not supported. Use one of ${kind.join(' ')}`);
}
