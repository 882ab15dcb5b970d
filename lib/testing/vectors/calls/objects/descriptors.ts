import { BigtabError } from '../../../../index.js';
import { familyNameBytes } from '../../../../model/schema/family-descriptor.js';
import { FamilyBuilder } from '../../../../shell/family-builder.js';
import { familyText } from '../../../../shell/family-text.js';
import { namespaceText } from '../../../../shell/namespace-text.js';
import { tableText } from '../../../../shell/table-text.js';
import { toPrintable } from '../../printable-bytes.js';
import { toBytes } from '../call-arguments.js';
import { FAMILY_GETTERS, FAMILY_SETTERS, TABLE_GETTERS, TABLE_SETTERS } from './descriptor-attributes.js';
import type { Kind, Makers } from './kind.js';
import { TableBuilder } from './table-builder.js';

/*
 * Families, tables and namespaces under construction. A descriptor is its attributes, and its text is the shell's.
 */

/** A namespace under construction. */
export interface Namespace {
  readonly kind: 'namespace';
  readonly name: string;
  readonly configuration: Record<string, string>;
}

export const DESCRIPTOR_MAKERS: Makers = {
  'ColumnFamilyDescriptorBuilder.newBuilder': ([from]) => new FamilyBuilder(toBytes(from)),
  'ColumnFamilyDescriptorBuilder.of': ([name]) => new FamilyBuilder(toBytes(name)),
  'TableDescriptorBuilder.newBuilder': ([name]) => new TableBuilder(name as string),
  'TableDescriptorBuilder.copy': ([name, from]) => new TableBuilder(name as string, from as TableBuilder),
  'NamespaceDescriptor.create': ([name]) => namespaceOf(name, {}),
  namespace: (_, { namespace, configuration = {} }) => namespaceOf(namespace, configuration as Record<string, string>),
  table: (_, whole) => tableOf(whole),
  NAME: (_, whole) => familyOf(whole as Readonly<Record<string, string>>),
};

/** A family whose attributes are set raw, unchecked. */
function familyOf({ NAME, ...attributes }: Readonly<Record<string, string>>): FamilyBuilder {
  const family = new FamilyBuilder(toBytes(NAME));
  for (const [key, text] of Object.entries(attributes)) family.setRaw(key, text);
  return family;
}

function tableOf({ table, families = [], attributes = {} }: Readonly<Record<string, unknown>>): TableBuilder {
  const made = new TableBuilder(table as string);
  for (const family of families as readonly FamilyBuilder[]) made.add(family);
  for (const [key, text] of Object.entries(attributes as object)) made.set(key, text);
  return made;
}

function namespaceOf(name: unknown, configuration: Readonly<Record<string, string>>): Namespace {
  if (name === null) throw new BigtabError('INVALID_ARGUMENT', 'A name has to be specified in a namespace.');
  return { kind: 'namespace', name: name as string, configuration: { ...configuration } };
}

export const DESCRIPTOR_KINDS: readonly Kind[] = [
  {
    is: (object) => object instanceof FamilyBuilder,
    methods: {
      ...FAMILY_SETTERS,
      ...FAMILY_GETTERS,
      build: (self: FamilyBuilder) => self,
      getName: (self: FamilyBuilder) => familyNameBytes(self.name),
      getNameAsString: (self: FamilyBuilder) => self.name,
      toString: (self: FamilyBuilder) => familyText(self),
      toStringCustomizedValues: (self: FamilyBuilder) => familyText(self, true),
      equals: (self: FamilyBuilder, [other]) => familyText(self) === familyText(other as FamilyBuilder),
    },
  },
  {
    is: (object) => object instanceof TableBuilder,
    methods: {
      ...TABLE_SETTERS,
      ...TABLE_GETTERS,
      build: (self: TableBuilder) => self,
      setColumnFamily: (self: TableBuilder, [family]) => self.add(toFamily(family)),
      modifyColumnFamily: (self: TableBuilder, [family]) => self.modify(toFamily(family)),
      removeColumnFamily: (self: TableBuilder, [name]) => self.remove(familyName(name)),
      getColumnFamilyCount: (self: TableBuilder) => self.families.length,
      getColumnFamilyNames: (self: TableBuilder) => self.families.map(({ name }) => familyNameBytes(name)),
      hasColumnFamily: (self: TableBuilder, [name]) => self.find(familyName(name)) !== null,
      getColumnFamily: (self: TableBuilder, [name]) => self.find(familyName(name)),
      getColumnFamilies: (self: TableBuilder) => self.families,
      getTableName: (self: TableBuilder) => self.name,
      toString: (self: TableBuilder) => tableText(self),
      toStringCustomizedValues: (self: TableBuilder) => tableText(self, true),
      equals: (self: TableBuilder, [other]) => tableText(self) === tableText(other as TableBuilder),
    },
  },
  {
    is: (object) => (object as Namespace | null)?.kind === 'namespace',
    methods: {
      build: (self: Namespace) => self,
      getName: (self: Namespace) => self.name,
      addConfiguration: (self: Namespace, [key, value]) =>
        namespaceOf(self.name, { ...self.configuration, [key as string]: value as string }),
      removeConfiguration: (self: Namespace, [key]) => {
        const { [key as string]: _, ...rest } = self.configuration;
        return namespaceOf(self.name, rest);
      },
      getConfigurationValue: (self: Namespace, [key]) => self.configuration[key as string] ?? null,
      getConfiguration: (self: Namespace) => Object.entries(self.configuration),
      toString: (self: Namespace) => namespaceText(self),
    },
  },
];

/** A family of a descriptor. Throws INVALID_ARGUMENT for null. */
export function toFamily(given: unknown): FamilyBuilder {
  if (given === null) throw noFamily();
  return given as FamilyBuilder;
}

function familyName(given: unknown): string {
  if (given === null) throw noFamily();
  return toPrintable(toBytes(given));
}

function noFamily(): Error {
  return new BigtabError('INVALID_ARGUMENT', 'Family name cannot be null or empty');
}
