import { decodeText, encodeText, toStringBinary } from '../bytes/text.js';
import { familyNameBytes } from '../model/schema/family-descriptor.js';
import { FAMILY_DEFAULTS, type FamilyValues } from '../model/schema/family-values.js';
import { attributeText, inByteOrder, isDefault, quotedPairs } from './attribute-text.js';
import { formatPretty, type Unit } from './pretty-printer.js';

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

const UNITS: Readonly<Record<string, Unit>> = { TTL: 'TIME_INTERVAL', BLOCKSIZE: 'BYTE' };

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
