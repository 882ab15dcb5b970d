import { readAttribute, TABLE_KINDS } from '../model/schema/attribute-kinds.js';
import type { FamilyValues } from '../model/schema/family-values.js';
import type { TableDescriptor, TableLike } from '../model/schema/table-descriptor.js';
import { tableValues } from '../model/schema/table-values.js';
import { type FamilyChange, pairsOf } from './family-change.js';
import { parsePretty } from './pretty-printer.js';
import { argumentError } from './ruby-error.js';
import { type ShellHash, textOf } from './shell-value.js';
import { tableLiteral } from './table-literal.js';

/** HBase's attributes of a table that may be any text. */
const TEXTS: readonly string[] = ['SPLIT_POLICY', 'FLUSH_POLICY', 'ERASURE_CODING_POLICY'];
/** The attributes that are a size as text (S-6). */
const SIZES: readonly string[] = ['MAX_FILESIZE', 'MEMSTORE_FLUSHSIZE'];
const OTHERS: readonly string[] = ['METADATA', 'CONFIGURATION'];

/** A table that `create` and `alter` change step by step; metadata and configuration are one map, as in HBase. */
export class TableChange {
  private readonly name: string;
  private readonly values: Map<string, string>;
  private readonly families: Map<string, FamilyValues>;
  /** If true, families of the stored table are changed; in a new table the last family of a name counts. */
  private readonly isStored: boolean;

  /** `stored`: the table to change; null for a new one. */
  constructor(name: string, stored: TableDescriptor | null = null) {
    const { values, families } = stored === null ? { values: [], families: [] } : tableValues(stored);
    this.name = name;
    this.values = new Map(values);
    this.families = new Map(families.map((family) => [family.name, family]));
    this.isStored = stored !== null;
  }

  get hasFamilies(): boolean {
    return this.families.size > 0;
  }

  hasFamily(name: string): boolean {
    return this.families.has(name);
  }

  /** Adds a family, or changes the named attributes of a stored one. */
  setFamily({ name, apply }: FamilyChange): void {
    this.families.set(name, apply((this.isStored && this.families.get(name)) || null));
  }

  removeFamily(name: string): void {
    if (!this.families.delete(name)) throw argumentError(`Column family ${name} does not exist`);
  }

  /**
   * Sets the table attributes that a hash contains; returns the keys that are not attributes. Throws INVALID_ARGUMENT.
   */
  setAttributes(hash: ShellHash): readonly string[] {
    const attributes = [...hash]
      .filter(([key]) => isAttribute(key))
      .map(([key, value]) => [key, textOf(value)] as const);
    for (const [key, text] of attributes) this.set(key, attributeValue(key, text));
    for (const other of OTHERS) for (const [key, text] of pairsOf(hash, other)) this.set(key, text);
    for (const [key, spec] of hash) if (isCoprocessor(key)) this.addCoprocessor(textOf(spec));
    return [...hash.keys()].filter((key) => !isAttribute(key) && !OTHERS.includes(key) && !isCoprocessor(key));
  }

  /** Removes the coprocessors of a class. Throws INVALID_ARGUMENT if the table has none. */
  removeCoprocessor(className: string): void {
    const keys = [...this.values].filter(([key, spec]) => isCoprocessor(key) && classOf(spec) === className);
    if (keys.length === 0) {
      throw argumentError(`coprocessor with class name ${className} was not found in the table attribute`);
    }
    for (const [key] of keys) this.values.delete(key);
  }

  /**
   * Removes an attribute, or a key of the metadata or the configuration. Throws INVALID_ARGUMENT if the table lacks it.
   */
  unset(key: string): void {
    if (!this.values.delete(key)) throw argumentError(`Could not find attribute: ${key}`);
  }

  /** The complete table, for `createTable` and `modifyTable`. */
  toLiteral(): TableLike {
    return tableLiteral({ name: this.name, values: this.values, families: [...this.families.values()] });
  }

  /**
   * Adds a coprocessor under the next number, regardless of the number in the hash, as in HBase; altering the table
   * checks whether it is allowed (S-40).
   */
  private addCoprocessor(spec: string): void {
    const numbers = [...this.values.keys()].filter(isCoprocessor).map((key) => Number(/\d+$/.exec(key)?.[0] ?? 0));
    this.set(`coprocessor$${Math.max(0, ...numbers) + 1}`, spec);
  }

  /** An empty value removes the key (S-20). */
  private set(key: string, text: string): void {
    if (text === '') this.values.delete(key);
    else this.values.set(key, text);
  }
}

/** `coprocessor`, with `$` and a number or without. */
function isCoprocessor(key: string): boolean {
  return /^coprocessor(\$\d+)?$/i.test(key);
}

/** The class in `path|class|priority|arguments`. */
function classOf(spec: string): string | undefined {
  return spec.split('|')[1]?.trim();
}

function isAttribute(key: string): boolean {
  return TABLE_KINDS.has(key) || TEXTS.includes(key);
}

/** Throws INVALID_ARGUMENT for text that is not of its kind. */
function attributeValue(key: string, text: string): string {
  const kind = TABLE_KINDS.get(key);
  if (kind === undefined || text === '') return text;
  if (SIZES.includes(key)) return parsePretty(text, 'BYTE');
  return String(readAttribute(key, typeof kind === 'object' ? text.toUpperCase() : text, kind));
}
