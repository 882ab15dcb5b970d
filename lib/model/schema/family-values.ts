import { FAMILY_KINDS, readAttribute } from './attribute-kinds.js';
import { type FamilyAttributes, type FamilyDescriptor, familyNameBytes } from './family-descriptor.js';

/** A family in HBase's form: every attribute, built-in or the user's, as raw text by its key. */
export interface FamilyValues {
  /** As in FamilyDescriptor. */
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
  readonly configuration: ReadonlyMap<string, string>;
}

/** HBase's key of each attribute that is a property of a family's descriptor. */
const FAMILY_KEYS: Readonly<Partial<Record<keyof FamilyDescriptor, string>>> = {
  maxVersions: 'VERSIONS',
  keepDeletedCells: 'KEEP_DELETED_CELLS',
  dataBlockEncoding: 'DATA_BLOCK_ENCODING',
  timeToLive: 'TTL',
  minVersions: 'MIN_VERSIONS',
  newVersionBehavior: 'NEW_VERSION_BEHAVIOR',
  bloomFilter: 'BLOOMFILTER',
  inMemory: 'IN_MEMORY',
  compression: 'COMPRESSION',
  blockCache: 'BLOCKCACHE',
  blockSize: 'BLOCKSIZE',
};

/** The attributes that HBase writes into every new family. */
export const FAMILY_DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['INDEX_BLOCK_ENCODING', 'NONE'],
  ['VERSIONS', '1'],
  ['KEEP_DELETED_CELLS', 'FALSE'],
  ['DATA_BLOCK_ENCODING', 'NONE'],
  ['TTL', '2147483647'],
  ['MIN_VERSIONS', '0'],
  ['REPLICATION_SCOPE', '0'],
  ['BLOOMFILTER', 'ROW'],
  ['IN_MEMORY', 'false'],
  ['COMPRESSION', 'NONE'],
  ['BLOCKCACHE', 'true'],
  ['BLOCKSIZE', '65536'],
]);

/** The attributes of a family by HBase's keys; those of its metadata are included, as in HBase. */
export function familyValues(family: FamilyDescriptor): FamilyValues {
  const values = new Map(FAMILY_DEFAULTS);
  for (const [key, value] of Object.entries(family.metadata)) values.set(key, value);
  for (const [property, key] of Object.entries(FAMILY_KEYS)) {
    const value = family[property as keyof FamilyDescriptor];
    // Attributes that HBase does not write into a new family are false if they are missing.
    if (value !== false || FAMILY_DEFAULTS.has(key)) values.set(key, String(value));
  }
  return { name: family.name, values, configuration: new Map(Object.entries(family.configuration)) };
}

/**
 * The literal of one family: attributes without a property of their own become its metadata. `unreadable` is called
 * with the INVALID_ARGUMENT of an attribute that cannot be read (S-41, A-36); unless it throws, that becomes metadata too.
 */
export function familyLiteral(
  { name, values, configuration }: FamilyValues,
  unreadable: (error: Error) => void,
): FamilyAttributes {
  const literal: Record<string, unknown> = {};
  const metadata = new Map<string, string>();
  for (const [key, text] of values) {
    const value = read(key, text, unreadable);
    const [property] = Object.entries(FAMILY_KEYS).find(([, known]) => known === key) ?? [];
    // Attributes that HBase does not write automatically are shown if they were given, even at their default.
    const asGiven = value === undefined || (value === false && !FAMILY_DEFAULTS.has(key));
    if (property !== undefined && !asGiven) literal[property] = value;
    else if (FAMILY_DEFAULTS.get(key) !== text) metadata.set(key, text);
  }
  return {
    ...literal,
    name: familyNameBytes(name),
    metadata: Object.fromEntries(metadata),
    configuration: Object.fromEntries(configuration),
  };
}

/** Undefined for text that is not of its kind. */
function read(key: string, text: string, unreadable: (error: Error) => void): unknown {
  const kind = FAMILY_KINDS.get(key);
  if (kind === undefined) return text;
  try {
    return readAttribute(key, text, kind);
  } catch (error) {
    unreadable(error as Error);
    return undefined;
  }
}
