import type { TableValues } from '../model/schema/table-values.js';
import { attributeText, inByteOrder, isDefault, quotedPairs } from './attribute-text.js';
import { familyText } from './family-text.js';
import { formatPretty, type Unit } from './pretty-printer.js';

/** The defaults of the keys that are printed in the text itself; every other key is printed in its METADATA. */
const PLAIN_DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['DURABILITY', 'USE_DEFAULT'],
  ['ERASURE_CODING_POLICY', ''],
  ['IS_META', 'false'],
  ['MAX_FILESIZE', '10737418240'],
  ['MEMSTORE_FLUSHSIZE', '134217728'],
  ['PRIORITY', '0'],
  ['READONLY', 'false'],
  ['REGION_REPLICATION', '1'],
]);

const UNITS: Readonly<Record<string, Unit>> = { MAX_FILESIZE: 'BYTE', MEMSTORE_FLUSHSIZE: 'BYTE' };

/**
 * The attributes of a table as `describe` shows them after its name: nothing, or `, {TABLE_ATTRIBUTES => {K => 'v', …,
 * METADATA => {…}}}`, keys in byte order (S-21). With `customized`, attributes at HBase's default are omitted. Throws
 * INVALID_ARGUMENT for a size that is not a number. HBase: `TableDescriptor.toStringTableAttributes`.
 */
export function tableAttributesText({ values }: TableValues, customized = false): string {
  const pairs = inByteOrder([...values]);
  const plain = pairs.filter(([key, value]) => isPlain(key) && isShown(key, value, customized));
  const parts = [
    ...plain.map(([key, value]) => attributeText(key, formatPretty(value, UNITS[key] ?? 'NONE'))),
    ...quotedPairs(
      'METADATA',
      pairs.filter(([key]) => !isPlain(key)),
    ),
  ];
  return parts.length === 0 ? '' : `, {TABLE_ATTRIBUTES => {${parts.join(', ')}}}`;
}

/** A complete table: its quoted name, its attributes, its families (S-9, S-21). HBase: `TableDescriptor.toString`. */
export function tableText(table: TableValues, customized = false): string {
  const families = table.families.map((family) => `, ${familyText(family, customized)}`);
  return `'${table.name}'${tableAttributesText(table, customized)}${families.join('')}`;
}

function isPlain(key: string): boolean {
  return PLAIN_DEFAULTS.has(key) || key.startsWith('coprocessor');
}

function isShown(key: string, value: string, customized: boolean): boolean {
  if (key === 'IS_META') return value.toLowerCase() === 'true';
  return !(customized && isDefault(PLAIN_DEFAULTS, key, value));
}
