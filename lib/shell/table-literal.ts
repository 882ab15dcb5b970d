import { BigtabError } from '../errors.js';
import { type FamilyAttributes, familyNameBytes } from '../model/schema/family-descriptor.js';
import type { TableLike } from '../model/schema/table-descriptor.js';
import { FAMILY_KINDS, readAttribute } from './attribute-kinds.js';
import { FAMILY_DEFAULTS, FAMILY_KEYS, type FamilyValues } from './family-text.js';
import type { TableValues } from './table-text.js';

const BYPASS_KEY = 'hbase.table.sanity.checks';

/**
 * The literal of a table with these attributes, as raw text by HBase's keys. Throws INVALID_OPERATION for an attribute
 * of a family that cannot be read (S-41, A-36), and, unless the table switches these checks off, for an attribute that
 * has an effect only in HBase and fails HBase's sanity checks (S-40). All others are checked when the table is created.
 */
export function tableLiteral({ name, values, families }: TableValues): TableLike {
  if (values.get(BYPASS_KEY)?.toLowerCase() !== 'false') for (const family of families) refuseInsane(family);
  const isSetting = (key: string) => key.startsWith('hbase.');
  const part = (wanted: boolean) => Object.fromEntries([...values].filter(([key]) => isSetting(key) === wanted));
  return { name, families: families.map(familyLiteral), metadata: part(false), configuration: part(true) };
}

/**
 * The literal of one family: attributes without a property of their own become its metadata. Throws INVALID_OPERATION
 * (S-41, A-36).
 */
export function familyLiteral({ name, values, configuration }: FamilyValues): FamilyAttributes {
  const literal: Record<string, unknown> = {};
  const metadata = new Map<string, string>();
  for (const [key, text] of values) {
    const value = read(key, text);
    const [property] = Object.entries(FAMILY_KEYS).find(([, known]) => known === key) ?? [];
    // Attributes that HBase does not write automatically are shown if they were given, even at their default.
    const asGiven = value === false && !FAMILY_DEFAULTS.has(key);
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

function read(key: string, text: string): unknown {
  const kind = FAMILY_KINDS.get(key);
  if (kind === undefined) return text;
  try {
    return readAttribute(key, text, kind);
  } catch (error) {
    throw new BigtabError('INVALID_OPERATION', (error as Error).message);
  }
}

function refuseInsane({ name, values }: FamilyValues): void {
  const scope = Number(values.get('REPLICATION_SCOPE') ?? 0);
  const copies = Number(values.get('DFS_REPLICATION') ?? 0);
  const insane =
    scope < 0 || scope > 2
      ? `Replication scope for column family ${name} is ${scope} which is invalid. It may be 0, 1 or 2.`
      : // The two spaces are HBase's.
        copies < 0 && `HFile Replication for column family ${name}  must be greater than zero.`;
  if (insane !== false) throw new BigtabError('INVALID_OPERATION', insane);
}
