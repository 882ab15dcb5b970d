import type { FamilyAttributes, FamilyDescriptor } from '../model/family-descriptor.js';
import { DURABILITIES } from '../model/mutation.js';
import type { Configuration } from '../model/settings.js';
import type { TableDescriptor, TableLike } from '../model/table-descriptor.js';
import type { FamilyChange } from './family-change.js';
import { booleanOf, integerOf } from './plain-values.js';
import { parsePretty } from './pretty-printer.js';
import { argumentError } from './ruby-error.js';
import { type ShellHash, type ShellValue, textOf } from './shell-value.js';
import { tableValues } from './table-text.js';
import { hashOf, withPairs } from './text-pairs.js';

/** HBase's attributes of a table, and how their values are read into the text that is kept (6.2). */
const ATTRIBUTES: Readonly<Record<string, (value: ShellValue, key: string) => string>> = {
  READONLY: truth,
  DURABILITY: (value) => {
    const durability = textOf(value).toUpperCase();
    if ((DURABILITIES as readonly string[]).includes(durability)) return durability;
    throw argumentError(`Durability ${durability} is not supported. Use one of ${DURABILITIES.join(' ')}`);
  },
  MAX_FILESIZE: size,
  MEMSTORE_FLUSHSIZE: size,
  COMPACTION_ENABLED: truth,
  SPLIT_ENABLED: truth,
  MERGE_ENABLED: truth,
  NORMALIZATION_ENABLED: truth,
  NORMALIZER_TARGET_REGION_COUNT: integer,
  NORMALIZER_TARGET_REGION_SIZE_MB: integer,
  SPLIT_POLICY: textOf,
  FLUSH_POLICY: textOf,
  REGION_REPLICATION: integer,
  REGION_MEMSTORE_REPLICATION: truth,
  PRIORITY: integer,
  ERASURE_CODING_POLICY: textOf,
};

/** The attributes that are properties of a descriptor. */
const PROPERTIES: Readonly<Record<string, string>> = {
  READONLY: 'readOnly',
  DURABILITY: 'durability',
  MAX_FILESIZE: 'maxFileSize',
};

/** A table as `create` and `alter` change it, step by step. */
export class TableChange {
  private readonly name: string;
  private readonly stored: TableDescriptor | null;
  /** By their names, as they were given. */
  private readonly families: Map<string, FamilyAttributes>;
  private readonly properties: Map<string, unknown>;
  private metadata: Configuration;
  private configuration: Configuration;

  /** `stored`: the table to change; null for a new one. */
  constructor(name: string, stored: TableDescriptor | null = null) {
    const { name: _, families = [], metadata = {}, configuration = {}, ...properties } = stored ?? {};
    this.name = name;
    this.stored = stored;
    this.families = new Map(families.map((family) => [family.name, family]));
    this.properties = new Map(Object.entries(properties));
    this.metadata = metadata;
    this.configuration = configuration;
  }

  get hasFamilies(): boolean {
    return this.families.size > 0;
  }

  hasFamily(name: string): boolean {
    return this.families.has(name);
  }

  /** Adds a family, or changes what is named of a stored one. */
  setFamily({ name, apply }: FamilyChange): void {
    const family = this.families.get(name);
    this.families.set(name, apply(this.stored === null ? null : ((family as FamilyDescriptor) ?? null)));
  }

  removeFamily(name: string): void {
    if (!this.families.delete(name)) throw argumentError(`Column family ${name} does not exist`);
  }

  /** Takes the attributes of the table over that a hash names; gives the keys that are none. */
  setAttributes(hash: ShellHash): readonly string[] {
    const unknown: string[] = [];
    for (const [key, value] of hash) {
      if (key === 'METADATA') this.metadata = withPairs(this.metadata, hashOf(value, key));
      else if (key === 'CONFIGURATION') this.configuration = withPairs(this.configuration, hashOf(value, key));
      else if (ATTRIBUTES[key] === undefined) unknown.push(key);
      else this.metadata = { ...this.metadata, [key]: ATTRIBUTES[key](value, key) };
    }
    return unknown;
  }

  /** Removes an attribute, or a key of the metadata. Throws INVALID_ARGUMENT when the table lacks it. */
  unsetAttribute(key: string): void {
    const property = PROPERTIES[key];
    const isStored = this.stored !== null && tableValues(this.stored).values.has(key);
    if (property !== undefined && isStored && this.metadata[key] === undefined) this.properties.delete(property);
    else this.metadata = without(this.metadata, key);
  }

  /** Removes a key of the configuration. Throws INVALID_ARGUMENT when the table lacks it. */
  unsetConfiguration(key: string): void {
    this.configuration = without(this.configuration, key);
  }

  /** The whole table, for `createTable` and `modifyTable`. */
  toLiteral(): TableLike {
    const { name, metadata, configuration } = this;
    // What a change says by HBase's key stands in place of what was stored.
    const said = Object.keys(metadata).map((key) => PROPERTIES[key]);
    return {
      ...Object.fromEntries([...this.properties].filter(([property]) => !said.includes(property))),
      name,
      families: [...this.families.values()],
      metadata,
      configuration,
    };
  }
}

function without(pairs: Configuration, key: string): Configuration {
  if (pairs[key] === undefined) throw argumentError(`Could not find attribute: ${key}`);
  return Object.fromEntries(Object.entries(pairs).filter(([name]) => name !== key));
}

function truth(value: ShellValue, key: string): string {
  return String(booleanOf(value, key));
}

function integer(value: ShellValue, key: string): string {
  return String(integerOf(value, key));
}

function size(value: ShellValue): string {
  return parsePretty(textOf(value), 'BYTE');
}
