import { decodeTextStrict, encodeText, toBytesBinary, toStringBinary } from '../../bytes/text.js';
import { BigtabError } from '../../errors.js';
import { type AttributeKind, FAMILY_KINDS, readAttribute, TABLE_KINDS } from '../../model/schema/attribute-kinds.js';
import { type FamilyDescriptor, familyNameBytes, familyNameText } from '../../model/schema/family-descriptor.js';
import { FAMILY_DEFAULTS, familyLiteral, familyValues } from '../../model/schema/family-values.js';
import { type NamespaceDescriptor, normalizeNamespace } from '../../model/schema/namespace-descriptor.js';
import { unreadableSetting } from '../../model/schema/settings.js';
import { normalizeTable, type TableDescriptor } from '../../model/schema/table-descriptor.js';
import { literalOfTable, tableValues } from '../../model/schema/table-values.js';
import type { Attributes, TColumnFamilyDescriptor, TNamespaceDescriptor, TTableDescriptor } from '../thrift/structs.js';
import { fromThriftName, toThriftName } from '../thrift/table-names.js';

/*
 * Descriptors as HBase's gateway sends and receives them: every attribute is bytes under HBase's key. Text is UTF-8. A
 * value that is not UTF-8, such as a wrapped ENCRYPTION_KEY, has the printable form with `\xNN` here.
 */

/** How HBase finds a table's files: written into every new table by HBase 2.6, and hardly changed later. */
const FILE_TRACKER = 'hbase.store.file-tracker.impl';

/** Attributes that HBase writes into tables, and their values that say nothing about the schema. */
const WRITTEN_BY_HBASE: ReadonlyMap<string, string> = new Map([
  ['IS_META', 'false'],
  [FILE_TRACKER, 'DEFAULT'],
]);

/** What `toStringBinary` returns. */
const PRINTABLE_FORM = /^(?:[ -[\]-~]|\\x[0-9A-F]{2})*$/;

/**
 * Throws INVALID_OPERATION for an attribute that HBase cannot read: its master accepts some of these, and then cannot
 * open the table's regions.
 */
export function toThriftTable(table: TableDescriptor): TTableDescriptor {
  const { values } = tableValues(table);
  return {
    tableName: toThriftName(table.name),
    columns: table.families.map(toThriftFamily),
    attributes: toAttributes(values, TABLE_KINDS, `table ${table.name}`),
  };
}

/** The table that replaces `stored`, with its file tracker unless it names one: HBase refuses to lose it. */
export function withFileTracker(table: TTableDescriptor, stored: TTableDescriptor | null): TTableDescriptor {
  const { attributes = [] } = table;
  const isTracker = ([key]: Attributes[number]) => textOf(key) === FILE_TRACKER;
  if (attributes.some(isTracker)) return table;
  return { ...table, attributes: [...attributes, ...(stored?.attributes ?? []).filter(isTracker)] };
}

/** Throws INVALID_OPERATION as `toThriftTable` does. */
export function toThriftFamily(family: FamilyDescriptor): TColumnFamilyDescriptor {
  const { name, values, configuration } = familyValues(family);
  const what = `column family ${name}`;
  checkSettings(configuration, what);
  return {
    name: familyNameBytes(name),
    attributes: toAttributes(values, FAMILY_KINDS, what),
    configuration: [...configuration],
  };
}

/** An attribute that cannot be read counts as left out, and is in the metadata. */
export function fromThriftTable({ tableName, columns = [], attributes = [] }: TTableDescriptor): TableDescriptor {
  const values = new Map(fromAttributes(attributes));
  for (const [key, text] of WRITTEN_BY_HBASE) if (values.get(key) === text) values.delete(key);
  const families = columns.map(({ name, attributes: ofFamily = [], configuration = [] }) =>
    familyLiteral(
      {
        name: familyNameText(name),
        values: new Map([...FAMILY_DEFAULTS, ...fromAttributes(ofFamily)]),
        configuration: new Map(configuration),
      },
      () => {},
    ),
  );
  return normalizeTable(literalOfTable({ name: fromThriftName(tableName), values }, families));
}

export function fromThriftNamespace({ name, configuration = [] }: TNamespaceDescriptor): NamespaceDescriptor {
  return normalizeNamespace({ name, configuration: Object.fromEntries(configuration) });
}

export function toThriftNamespace({ name, configuration }: NamespaceDescriptor): TNamespaceDescriptor {
  return { name, configuration: Object.entries(configuration) };
}

function toAttributes(
  values: ReadonlyMap<string, string>,
  kinds: ReadonlyMap<string, AttributeKind>,
  what: string,
): Attributes {
  checkSettings(values, what);
  return [...values].map(([key, text]) => {
    const kind = kinds.get(key);
    if (kind !== undefined) checkAttribute(key, text, kind, what);
    return [encodeText(key), bytesOf(text)];
  });
}

function fromAttributes(attributes: Attributes): (readonly [string, string])[] {
  return attributes.map(([key, value]) => [textOf(key), textOf(value)]);
}

function checkAttribute(key: string, text: string, kind: AttributeKind, what: string): void {
  try {
    readAttribute(key, text, kind);
  } catch (error) {
    throw unreadable(what, (error as Error).message);
  }
}

function checkSettings(values: ReadonlyMap<string, string>, what: string): void {
  const wrong = unreadableSetting(Object.fromEntries(values));
  if (wrong !== null) throw unreadable(what, wrong);
}

function unreadable(what: string, message: string): BigtabError {
  return new BigtabError('INVALID_OPERATION', `HBase cannot read an attribute of ${what}: ${message}`);
}

/** Text if it is UTF-8, else the printable form. */
function textOf(bytes: Uint8Array): string {
  return decodeTextStrict(bytes) ?? toStringBinary(bytes);
}

/** The bytes that `textOf` returned this text for. A printable form of UTF-8 is text that a user wrote. */
function bytesOf(text: string): Uint8Array {
  const escaped = PRINTABLE_FORM.test(text) ? toBytesBinary(text) : null;
  return escaped === null || decodeTextStrict(escaped) !== null ? encodeText(text) : escaped;
}
