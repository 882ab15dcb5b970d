import { decodeText, encodeText } from '../../bytes/text.js';
import type {
  Attributes,
  TColumnFamilyDescriptor,
  Texts,
  TTableDescriptor,
  TTableName,
} from '../../hbase/thrift/structs.js';
import type { FamilyAttributes, TableDescriptor, TableLike } from '../../index.js';
import { checkFamilyName, familyNameText } from '../../model/schema/family-descriptor.js';
import { FAMILY_DEFAULTS, type FamilyValues } from '../../model/schema/family-values.js';
import { tableValues } from '../../model/schema/table-values.js';
import { readableFamily, tableLiteral } from '../../shell/table-literal.js';
import { tableText } from '../../shell/table-text.js';

type TextMap = ReadonlyMap<string, string>;

/** A table as HBase's catalog keeps it: every attribute as the text that was given. */
export interface StoredTable {
  readonly name: string;
  readonly values: TextMap;
  readonly families: readonly FamilyValues[];
}

/** Attributes that HBase's master writes into every new table. */
const NEW_TABLE: TextMap = new Map([['hbase.store.file-tracker.impl', 'DEFAULT']]);
/** An attribute that every descriptor has. */
const EVERY_TABLE: TextMap = new Map([['IS_META', 'false']]);

/** Attributes that HBase keeps and the engine refuses. */
const REFUSED = /^ENCRYPTION/;

/** `t` or `ns:t`. */
export function tableNameText({ ns, qualifier }: TTableName): string {
  const namespace = ns === undefined ? '' : decodeText(ns);
  const prefix = namespace === '' || namespace === 'default' ? '' : `${namespace}:`;
  return prefix + decodeText(qualifier);
}

/** The name in its parts. */
export function tableNameOf(name: string): TTableName {
  const at = name.indexOf(':');
  return { ns: encodeText(at < 0 ? 'default' : name.slice(0, at)), qualifier: encodeText(name.slice(at + 1)) };
}

/** The table that a descriptor describes. `isNew`: with what the master adds. */
export function readTable(descriptor: TTableDescriptor, isNew: boolean): StoredTable {
  const { tableName, attributes, columns = [] } = descriptor;
  const given = textsOf(attributes);
  return {
    name: tableNameText(tableName),
    values: withoutEmpty([...EVERY_TABLE, ...(isNew ? NEW_TABLE : []), ...given]),
    families: columns.map(readFamily),
  };
}

/** The family that a descriptor describes: HBase's defaults, and what was given. Throws INVALID_ARGUMENT for its name. */
export function readFamily({ name, attributes, configuration = [] }: TColumnFamilyDescriptor): FamilyValues {
  checkFamilyName(name);
  return {
    name: familyNameText(name),
    values: withoutEmpty([...FAMILY_DEFAULTS, ...textsOf(attributes)]),
    configuration: withoutEmpty(configuration),
  };
}

/** The tables in which HBase keeps its catalog, with their families. */
const SYSTEM_TABLES: Readonly<Record<string, readonly string[]>> = {
  'hbase:meta': ['info', 'rep_barrier', 'table'],
  'hbase:namespace': ['info'],
};

/** A table of HBase's catalog, with default attributes, or null. */
export function systemTable(name: string): StoredTable | null {
  const families = SYSTEM_TABLES[name];
  if (families === undefined) return null;
  return { name, values: EVERY_TABLE, families: families.map((family) => readFamily({ name: encodeText(family) })) };
}

/** A table that was created without the gateway. */
export function storedTableOf(descriptor: TableDescriptor): StoredTable {
  const { name, values, families } = tableValues(descriptor);
  return { name, values: new Map([...EVERY_TABLE, ...values]), families };
}

/** The descriptor that the gateway answers with. */
export function tableDescriptorOf({ name, values, families }: StoredTable): TTableDescriptor {
  return { tableName: tableNameOf(name), columns: families.map(familyDescriptorOf), attributes: attributesOf(values) };
}

/** The literal with which the engine creates or changes the table. Throws INVALID_OPERATION, INVALID_ARGUMENT. */
export function engineTable({ name, values, families }: StoredTable): TableLike {
  const own = [...values].filter(([key]) => !EVERY_TABLE.has(key) && !NEW_TABLE.has(key) && !REFUSED.test(key));
  return tableLiteral({ name, values: new Map(own), families: families.map(withoutRefused) });
}

/** The literal with which the engine adds or changes the family. Throws INVALID_OPERATION, INVALID_ARGUMENT. */
export function engineFamily(family: FamilyValues): FamilyAttributes {
  return readableFamily(withoutRefused(family));
}

/** The table in the texts of errors, after the name of its region. */
export function describeTable(table: StoredTable): string {
  return `${table.name},,1700000000000.0123456789abcdef0123456789abcdef. in table ${tableText(table)}`;
}

function familyDescriptorOf({ name, values, configuration }: FamilyValues): TColumnFamilyDescriptor {
  const settings = [...configuration];
  return {
    name: encodeText(name),
    attributes: attributesOf(values),
    ...(settings.length > 0 && { configuration: settings }),
  };
}

function withoutRefused({ name, values, configuration }: FamilyValues): FamilyValues {
  return { name, values: new Map([...values].filter(([key]) => !REFUSED.test(key))), configuration };
}

function textsOf(attributes: Attributes = []): Texts {
  return attributes.map(([key, value]) => [decodeText(key), decodeText(value)]);
}

function attributesOf(values: TextMap): Attributes {
  return [...values].map(([key, value]) => [encodeText(key), encodeText(value)]);
}

/** An empty text removes an attribute. */
function withoutEmpty(texts: Texts): TextMap {
  return new Map([...new Map(texts)].filter(([, text]) => text !== ''));
}
