import { decodeText, encodeText, toStringBinary } from '../bytes/text.js';
import { type FamilyDescriptor, familyNameBytes } from '../model/schema/family-descriptor.js';
import { attributeText, inByteOrder, isDefault, quotedPairs } from './attribute-text.js';
import { formatPretty, type Unit } from './pretty-printer.js';

/** A family in HBase's form: every attribute, built-in or the user's, as raw text by its key. */
export interface FamilyValues {
  /** As in FamilyDescriptor. */
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
  readonly configuration: ReadonlyMap<string, string>;
}

/** HBase's key of each attribute that is a property of a family's descriptor. */
export const FAMILY_KEYS: Readonly<Partial<Record<keyof FamilyDescriptor, string>>> = {
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

/** The keys that are printed in the text itself, in its order; all others are printed in its METADATA. */
const PLAIN_KEYS: readonly string[] = [
  'ENCRYPTION',
  'INDEX_BLOCK_ENCODING',
  'MOB_THRESHOLD',
  'VERSIONS',
  'KEEP_DELETED_CELLS',
  'DATA_BLOCK_ENCODING',
  'TTL',
  'MIN_VERSIONS',
  'ENCRYPTION_KEY',
  'REPLICATION_SCOPE',
  'BLOOMFILTER',
  'IN_MEMORY',
  'IS_MOB',
  'COMPRESSION',
  'BLOCKCACHE',
  'BLOCKSIZE',
  'MOB_COMPACT_PARTITION_POLICY',
];

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

const UNITS: Readonly<Record<string, Unit>> = { TTL: 'TIME_INTERVAL', BLOCKSIZE: 'BYTE' };

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
 * A family as `describe` shows it: `{NAME => 'f', KEY => 'value', …, METADATA => {…}, CONFIGURATION => {…}}` (S-9,
 * With `customized`, attributes at HBase's default are omitted. Throws INVALID_ARGUMENT for a TTL or a BLOCKSIZE
 * that is not a number. HBase: `ColumnFamilyDescriptor.toString`, `.toStringCustomizedValues`.
 */
export function familyText({ name, values, configuration }: FamilyValues, customized = false): string {
  const plain = PLAIN_KEYS.flatMap((key) => {
    const value = values.get(key);
    if (value === undefined || (customized && isDefault(FAMILY_DEFAULTS, key, value))) return [];
    return [attributeText(key, formatPretty(printable(value), UNITS[key] ?? 'NONE'))];
  });
  const rest = [...values].filter(([key]) => !PLAIN_KEYS.includes(key));
  const parts = [
    attributeText('NAME', decodeText(familyNameBytes(name))),
    ...plain,
    ...quotedPairs(
      'METADATA',
      inByteOrder(rest).map(([key, value]) => [key, printable(value)]),
    ),
    ...quotedPairs('CONFIGURATION', inByteOrder([...configuration])),
  ];
  return `{${parts.join(', ')}}`;
}

/** Values that are not ASCII are shown as bytes, except those of the configuration. */
function printable(value: string): string {
  return toStringBinary(encodeText(value));
}
