import { compareBytes } from '../bytes/compare.js';
import { notAllowed } from '../bytes/kind.js';
import { BigtabError, invalidArgument } from '../errors.js';
import {
  BLOOM_FILTERS,
  type FamilyDescriptor,
  type FamilyLike,
  familyNameBytes,
  givenFamilyAttributes,
  normalizeFamily,
} from './family-descriptor.js';
import { readLiteral, type Unread } from './literal.js';
import { DURABILITIES, type Durability } from './mutation.js';
import { parseTableName } from './table-name.js';

/** A table as a literal. */
export interface TableLike {
  /** `t` or `ns:t`: letters, digits, `_`, `-` and `.`, the first none of the last two (N-1 … N-7). */
  readonly name: string;
  /** At least one (N-24). */
  readonly families: readonly FamilyLike[];
  /** Of mutations that say `USE_DEFAULT` (W-61). Default `USE_DEFAULT`. */
  readonly durability?: Durability;
}

/** A table with every attribute, as plain data. HBase: `TableDescriptor`. */
export interface TableDescriptor {
  /** As printed: `t` or `ns:t`. */
  readonly name: string;
  /** In byte order of their names (N-25). */
  readonly families: readonly FamilyDescriptor[];
  readonly durability: Durability;
}

/** Which attributes a table literal gives by itself; what it leaves out `ensureTable` neither asks nor changes. */
export interface GivenAttributes {
  readonly table: readonly 'durability'[];
  /** In the order of the descriptor's families. */
  readonly families: readonly { readonly name: string; readonly attributes: readonly (keyof FamilyDescriptor)[] }[];
}

const NAMES = ['name', 'families', 'durability'] as const satisfies readonly (keyof TableLike)[];
const MIN_BLOCK_SIZE = 1024;
const MAX_BLOCK_SIZE = 16 * 1024 * 1024;
const BYPASS =
  ' Set hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass sanity checks';

/**
 * The descriptor of a table literal: names checked, defaults filled in, families in byte order, frozen.
 *
 * Throws INVALID_ARGUMENT for what is malformed: an illegal name, a family named twice, a value of the wrong type. What is
 * well formed and still may not be created passes here and fails in `sanityCheck`, as in HBase.
 */
export function normalizeTable(like: TableLike): TableDescriptor {
  const { name, durability = 'USE_DEFAULT', families } = readTable(like);
  if (typeof durability !== 'string') throw notAllowed('durability', `one of ${DURABILITIES.join(', ')}`, durability);
  return Object.freeze({
    name: parseTableName(name).name,
    families: Object.freeze(normalizeFamilies(families)),
    durability: durability as Durability,
  });
}

/** Which attributes a table literal gives by itself. Throws INVALID_ARGUMENT as `normalizeTable`. */
export function givenAttributes(like: TableLike): GivenAttributes {
  const { durability } = readTable(like);
  const given = new Map(like.families.map((family) => [normalizeFamily(family).name, givenFamilyAttributes(family)]));
  return {
    table: durability === undefined ? [] : ['durability'],
    families: normalizeTable(like).families.map(({ name }) => ({ name, attributes: given.get(name) ?? [] })),
  };
}

/**
 * Refuses a table that must not be created: the first failure is INVALID_OPERATION (S-40, A-36).
 * HBase: `TableDescriptorChecker.sanityCheck`.
 */
export function sanityCheck(descriptor: TableDescriptor): void {
  if (!DURABILITIES.includes(descriptor.durability)) {
    throw insane(`DURABILITY of table ${descriptor.name} must be one of ${DURABILITIES.join(', ')}.`);
  }
  if (descriptor.families.length === 0) throw insane('Table should have at least one column family.');
  for (const { bloomFilter } of descriptor.families) {
    if (!BLOOM_FILTERS.includes(bloomFilter)) throw insane('Failed to get bloom filter param');
  }
  for (const { name, blockSize } of descriptor.families) {
    if (blockSize < MIN_BLOCK_SIZE || blockSize > MAX_BLOCK_SIZE) {
      throw insane(`Block size for column family ${name}  must be between 1K and 16MB.`);
    }
  }
}

function readTable(like: unknown): Unread<TableLike> {
  return readLiteral<TableLike>(like, 'table', NAMES);
}

function normalizeFamilies(families: unknown): readonly FamilyDescriptor[] {
  if (!Array.isArray(families)) throw notAllowed('families', 'a list of families', families);
  const sorted = (families as readonly FamilyLike[])
    .map(normalizeFamily)
    .sort((a, b) => compareBytes(familyNameBytes(a.name), familyNameBytes(b.name)));
  for (const [index, { name }] of sorted.entries()) {
    if (sorted[index - 1]?.name === name) throw invalidArgument(`Family '${name}' already exists so cannot be added`);
  }
  return sorted;
}

function insane(message: string): BigtabError {
  return new BigtabError('INVALID_OPERATION', message + BYPASS);
}
