import { BigtabError } from '../errors.js';
import { type FamilyAttributes, type FamilyDescriptor, familyNameBytes } from '../model/family-descriptor.js';
import type { TableLike } from '../model/table-descriptor.js';
import { type AttributeKind, FAMILY_KINDS, readAttribute, TABLE_KINDS } from './attribute-kinds.js';
import { FAMILY_DEFAULTS, FAMILY_KEYS, type FamilyValues } from './family-text.js';
import { TABLE_KEYS, type TableValues } from './table-text.js';

/** The setting that switches the checks of S-40 off, and what goes behind their messages. */
const BYPASS_KEY = 'hbase.table.sanity.checks';
const BYPASS = ` Set ${BYPASS_KEY} to false at conf or table descriptor if you want to bypass sanity checks`;

const MIN_FLUSH_SIZE = 2 ** 20;

/**
 * The literal of a table with these attributes: those without a property of their own become its metadata, settings its configuration. Throws
 * INVALID_OPERATION for a text that cannot be read (S-41, A-36), and for values of the metadata that HBase calls insane (S-40), unless
 * `hbase.table.sanity.checks` is false.
 */
export function tableLiteral({ name, values, families }: TableValues): TableLike {
  const literal: Record<string, unknown> = {};
  const metadata: Record<string, string> = {};
  const configuration: Record<string, string> = {};
  for (const [key, text] of values) {
    const value = read(key, text, TABLE_KINDS);
    const property = propertyOf(TABLE_KEYS, key);
    if (property !== undefined && value !== 'USE_DEFAULT' && value !== false) literal[property] = value;
    else if (key.startsWith('hbase.')) configuration[key] = text;
    else metadata[key] = text;
  }
  const all = families.map(familyLiteral);
  if (values.get(BYPASS_KEY)?.toLowerCase() !== 'false') {
    refuse(whatIsInsaneOfTable(values));
    for (const family of families) refuse(whatIsInsaneOfFamily(family));
  }
  return { ...literal, name, families: all, metadata, configuration };
}

/** The literal of one family. Throws INVALID_OPERATION as `tableLiteral` for what cannot be read. */
export function familyLiteral({ name, values, configuration }: FamilyValues): FamilyAttributes {
  const literal: Record<string, unknown> = {};
  const metadata: Record<string, string> = {};
  for (const [key, text] of values) {
    const value = read(key, text, FAMILY_KINDS);
    const property = propertyOf(FAMILY_KEYS, key);
    // What HBase does not write by itself is shown when it was given, its default too.
    const asGiven = value === false && !FAMILY_DEFAULTS.has(key);
    if (property !== undefined && !asGiven) literal[property] = value;
    else if (FAMILY_DEFAULTS.get(key) !== text) metadata[key] = text;
  }
  return { ...literal, name: familyNameBytes(name), metadata, configuration: Object.fromEntries(configuration) };
}

function propertyOf(keys: Readonly<Partial<Record<string, string>>>, key: string): string | undefined {
  return Object.keys(keys).find((property) => keys[property as keyof FamilyDescriptor] === key);
}

function read(key: string, text: string, kinds: Readonly<Record<string, AttributeKind>>): unknown {
  const kind = kinds[key];
  if (kind === undefined) return text;
  try {
    return readAttribute(key, text, kind);
  } catch (error) {
    throw new BigtabError('INVALID_OPERATION', (error as Error).message + BYPASS);
  }
}

function refuse(insane: string | null): void {
  if (insane !== null) throw new BigtabError('INVALID_OPERATION', insane + BYPASS);
}

function whatIsInsaneOfTable(values: ReadonlyMap<string, string>): string | null {
  const flushSize = Number(values.get('MEMSTORE_FLUSHSIZE') ?? MIN_FLUSH_SIZE);
  if (flushSize < MIN_FLUSH_SIZE) {
    return `MEMSTORE_FLUSHSIZE for table descriptor or "hbase.hregion.memstore.flush.size" (${flushSize}) is too small, which might cause very frequent flushing.`;
  }
  const coprocessor = [...values].find(([key]) => key.startsWith('coprocessor'));
  if (coprocessor !== undefined) return `Class ${coprocessor[1].split('|')[1]} cannot be loaded`;
  if (Number(values.get('REGION_REPLICATION') ?? 1) < 1) return 'Table region replication should be at least one.';
  return null;
}

function whatIsInsaneOfFamily({ name, values }: FamilyValues): string | null {
  const scope = Number(values.get('REPLICATION_SCOPE') ?? 0);
  if (scope < 0 || scope > 2) return `Replication scope for column family ${name} is ${scope} which is invalid.`;
  // The two blanks are HBase's.
  if (Number(values.get('DFS_REPLICATION') ?? 0) < 0) {
    return `HFile Replication for column family ${name}  must be greater than zero.`;
  }
  return null;
}
