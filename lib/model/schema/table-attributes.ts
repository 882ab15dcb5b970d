import { DURABILITIES, type Durability } from '../durability.js';
import type { Configuration } from './settings.js';

/*
 * HBase keeps every attribute of a table as text, in one map with the user's own strings. Here three of them are
 * properties of the descriptor. The others are in `metadata` under HBase's keys. So are those three if their text is
 * the default, so that the text is shown again.
 */

/** HBase's site default, for tables that do not set it. */
export const DEFAULT_MAX_FILE_SIZE: number = 10 * 1024 ** 3;

const MIN_MAX_FILE_SIZE = 2 * 1024 ** 2;
const MIN_FLUSH_SIZE = 1024 ** 2;

/** Attributes whose text is `true` or `false`. */
export const TABLE_FLAGS: readonly string[] = [
  'READONLY',
  'COMPACTION_ENABLED',
  'SPLIT_ENABLED',
  'MERGE_ENABLED',
  'NORMALIZATION_ENABLED',
  'REGION_MEMSTORE_REPLICATION',
];
/** Attributes whose text is an integer. */
export const TABLE_NUMBERS: readonly string[] = [
  'MAX_FILESIZE',
  'MEMSTORE_FLUSHSIZE',
  'REGION_REPLICATION',
  'PRIORITY',
  'NORMALIZER_TARGET_REGION_COUNT',
  'NORMALIZER_TARGET_REGION_SIZE_MB',
];

/** Attributes that are properties of the descriptor. */
export interface TypedAttributes {
  readonly durability: Durability;
  readonly readOnly: boolean;
  readonly maxFileSize: number;
}

export const DEFAULT_ATTRIBUTES: TypedAttributes = {
  durability: 'USE_DEFAULT',
  readOnly: false,
  maxFileSize: DEFAULT_MAX_FILE_SIZE,
};

/** A map, because users choose their own keys, and an object would also contain `constructor`. */
const KEYS: ReadonlyMap<string, keyof TypedAttributes> = new Map([
  ['DURABILITY', 'durability'],
  ['READONLY', 'readOnly'],
  ['MAX_FILESIZE', 'maxFileSize'],
]);

/**
 * Splits `metadata` into attributes that are properties and the rest. Unreadable values and defaults stay in the rest.
 * If `given` sets the property too, the value that is not the default wins; if neither is the default, the property
 * wins.
 */
export function typedAttributes(
  metadata: Configuration,
  given: { readonly [Name in keyof TypedAttributes]?: unknown },
): { typed: Partial<TypedAttributes>; rest: Configuration } {
  const typed: Record<string, unknown> = {};
  const rest = new Map<string, string>();
  for (const [key, text] of Object.entries(metadata)) {
    const name = KEYS.get(key);
    if (name === undefined || unreadableAttribute({ [key]: text }) !== null) {
      rest.set(key, text);
      continue;
    }
    const value = key === 'DURABILITY' ? text : TABLE_FLAGS.includes(key) ? /^true$/i.test(text) : Number(text);
    const usual = DEFAULT_ATTRIBUTES[name];
    const { [name]: property = usual } = given;
    const stands = property === usual ? value : property;
    typed[name] = stands;
    if (stands === usual) rest.set(key, text);
  }
  return { typed, rest: Object.freeze(Object.fromEntries(rest)) };
}

/** Describes the first attribute in `metadata` whose value cannot be read; null if there is none. */
export function unreadableAttribute(metadata: Configuration): string | null {
  for (const [key, text] of Object.entries(metadata)) {
    if (TABLE_FLAGS.includes(key) && !/^(true|false)$/i.test(text))
      return `${key} must be true or false; got '${text}'`;
    if (TABLE_NUMBERS.includes(key) && !/^[+-]?\d{1,15}$/.test(text)) return `${key} must be an integer; got '${text}'`;
    if (key === 'DURABILITY' && !DURABILITIES.includes(text as Durability)) {
      return `${key} must be one of ${DURABILITIES.join(', ')}; got '${text}'`;
    }
  }
  return null;
}

/**
 * Describes what HBase finds insane in a table's sizes and classes; null if nothing (S-40). REQUIRES that all values
 * can be read.
 */
export function insaneAttribute(maxFileSize: number, metadata: Configuration): string | null {
  // A missing value becomes NaN, which is not smaller than anything.
  const flushSize = Number(metadata.MEMSTORE_FLUSHSIZE);
  if (maxFileSize < MIN_MAX_FILE_SIZE) {
    return `MAX_FILESIZE for table descriptor (${maxFileSize}) is too small; specify at least ${MIN_MAX_FILE_SIZE} bytes.`;
  }
  if (flushSize < MIN_FLUSH_SIZE) {
    return `MEMSTORE_FLUSHSIZE for table descriptor (${flushSize}) is too small; specify at least ${MIN_FLUSH_SIZE} bytes.`;
  }
  const coprocessor = Object.entries(metadata).find(([key]) => key.startsWith('coprocessor$'));
  if (coprocessor === undefined) return null;
  // `path|class|priority|arguments`
  const [key, spec] = coprocessor;
  return `Class ${spec.split('|')[1] ?? spec} cannot be loaded: Bigtab does not support coprocessors. Remove ${key}.`;
}
