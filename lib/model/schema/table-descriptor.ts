import { compareBytes } from '../../bytes/compare.js';
import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import { DURABILITIES, type Durability } from '../durability.js';
import { readLiteral, toBoolean, type Unread } from '../literal.js';
import {
  type FamilyDescriptor,
  type FamilyLike,
  familyNameBytes,
  givenFamilyAttributes,
  normalizeFamily,
  storedFamily,
} from './family-descriptor.js';
import { type Configuration, setting, toConfiguration } from './settings.js';
import { DEFAULT_ATTRIBUTES, type TypedAttributes, typedAttributes } from './table-attributes.js';
import { parseTableName } from './table-name.js';

/** A table as a literal. */
export interface TableLike {
  /** `t` or `ns:t`: letters, digits, `_`, `-` and `.`; the first character is not `-` or `.`. @see N-1 … N-7 */
  readonly name: string;
  /** At least one. @see N-24 */
  readonly families: readonly FamilyLike[];
  /** The durability of mutations with `USE_DEFAULT`. Default `USE_DEFAULT`. @see W-61 */
  readonly durability?: Durability;
  /** Whether writes are refused with INVALID_OPERATION. Default false. @see W-7 */
  readonly readOnly?: boolean;
  /**
   * In bytes, at least 2 MiB. HBase splits a region at this size. In Bigtab a table is one region, so the value is only
   * kept and shown. Default 10 GiB.
   */
  readonly maxFileSize?: number;
  /**
   * Your strings by name, and HBase's attributes that are not properties here, such as `COMPACTION_ENABLED`, by their
   * keys. An empty string counts as left out.
   *
   * @see S-20
   */
  readonly metadata?: Configuration;
  /** HBase's settings for every family of the table. An empty string counts as left out. @see S-8, S-20 */
  readonly configuration?: Configuration;
}

/** A table with every attribute, as plain data. HBase: `TableDescriptor`. */
export interface TableDescriptor extends Required<Omit<TableLike, 'name' | 'families'>> {
  /** The printed form: `t` or `ns:t`. */
  readonly name: string;
  /** In byte order of their names. @see N-25 */
  readonly families: readonly FamilyDescriptor[];
  /** In byte order of the keys. */
  readonly metadata: Configuration;
  /** In byte order of the keys. */
  readonly configuration: Configuration;
}

/** Attributes of a table besides its name and families. */
export type TableAttribute = keyof TypedAttributes | 'metadata' | 'configuration';

/**
 * The attributes that a table literal sets itself; `ensureTable` neither checks nor changes attributes that are left
 * out.
 */
export interface GivenAttributes {
  readonly table: readonly TableAttribute[];
  /** In the order of the descriptor's families. */
  readonly families: readonly { readonly name: string; readonly attributes: readonly (keyof FamilyDescriptor)[] }[];
}

const ATTRIBUTES = [
  'durability',
  'readOnly',
  'maxFileSize',
  'metadata',
  'configuration',
] as const satisfies readonly TableAttribute[];
const NAMES = ['name', 'families', ...ATTRIBUTES] as const satisfies readonly (keyof TableLike)[];

/**
 * The descriptor of a table literal: names are checked, defaults are filled in, families are in byte order, and the
 * result is frozen. `site`: the settings of the database, for the default of VERSIONS.
 *
 * Throws INVALID_ARGUMENT for malformed input: an illegal name, a family named twice, a value of the wrong type. Input
 * that is well formed but not allowed for a table passes here and fails in `sanityCheck`, as in HBase.
 *
 * @see A-16
 */
export function normalizeTable(like: TableLike, site: Configuration = {}): TableDescriptor {
  const {
    name,
    durability = DEFAULT_ATTRIBUTES.durability,
    readOnly = DEFAULT_ATTRIBUTES.readOnly,
    maxFileSize = DEFAULT_ATTRIBUTES.maxFileSize,
    families,
    metadata,
    configuration,
  } = readTable(like);
  if (typeof durability !== 'string') throw notAllowed('durability', `one of ${DURABILITIES.join(', ')}`, durability);
  if (!Number.isSafeInteger(maxFileSize)) throw notAllowed('maxFileSize', 'an integer', maxFileSize);
  const settings = toTexts(configuration, 'configuration');
  return Object.freeze({
    name: parseTableName(name).name,
    families: Object.freeze(normalizeFamilies(families, [settings, site])),
    durability: durability as Durability,
    readOnly: toBoolean(readOnly, 'readOnly'),
    maxFileSize: maxFileSize as number,
    metadata: (metadata ?? {}) as Configuration,
    configuration: settings,
  });
}

/** The descriptor of a family literal to be added to a table with these settings. Throws INVALID_ARGUMENT. */
export function normalizeFamilyOf(levels: readonly Configuration[], like: FamilyLike): FamilyDescriptor {
  const { metadata, configuration } = normalizeFamily(like);
  return normalizeFamily(like, setting('hbase.column.max.version', [metadata, configuration, ...levels]));
}

const NOTHING_SAID: Partial<TableDescriptor> = { ...DEFAULT_ATTRIBUTES, metadata: {}, configuration: {} };

/** The descriptor of a table as the catalog stores it, completed with the attributes that its writer did not know. */
export function storedTable(stored: TableDescriptor): TableDescriptor {
  const families = Object.freeze(stored.families.map(storedFamily));
  return Object.freeze({ ...NOTHING_SAID, ...stored, families });
}

/** The families in byte order of their names. @see N-25 */
export function sortedFamilies(families: readonly FamilyDescriptor[]): readonly FamilyDescriptor[] {
  return [...families].sort((a, b) => compareBytes(familyNameBytes(a.name), familyNameBytes(b.name)));
}

/** The attributes that a table literal sets itself. Throws INVALID_ARGUMENT as `normalizeTable` does. */
export function givenAttributes(like: TableLike): GivenAttributes {
  const literal = readTable(like);
  const given = new Map(like.families.map((family) => [normalizeFamily(family).name, givenFamilyAttributes(family)]));
  return {
    table: ATTRIBUTES.filter((name) => literal[name] !== undefined),
    families: normalizeTable(like).families.map(({ name }) => ({ name, attributes: given.get(name) ?? [] })),
  };
}

/** Reads a table literal; attributes in `metadata` become properties. */
function readTable(like: unknown): Unread<TableLike> {
  const literal = readLiteral<TableLike>(like, 'table', NAMES);
  if (literal.metadata === undefined) return literal;
  const { typed, rest } = typedAttributes(toTexts(literal.metadata, 'metadata'), literal);
  return { ...literal, ...typed, metadata: rest };
}

function normalizeFamilies(families: unknown, levels: readonly Configuration[]): readonly FamilyDescriptor[] {
  if (!Array.isArray(families)) throw notAllowed('families', 'a list of families', families);
  const sorted = sortedFamilies((families as readonly FamilyLike[]).map((like) => normalizeFamilyOf(levels, like)));
  for (const [index, { name }] of sorted.entries()) {
    if (sorted[index - 1]?.name === name) throw invalidArgument(`Family '${name}' already exists so cannot be added`);
  }
  return sorted;
}

/** Reads strings, without the empty ones, which remove an attribute (S-20). */
function toTexts(given: unknown, what: string): Configuration {
  const entries = Object.entries(toConfiguration(given ?? {}, what));
  return Object.freeze(Object.fromEntries(entries.filter(([, text]) => text !== '')));
}
