/*
 * HBase's attributes for what Bigtab does not have: servers, a second copy, HDFS, encryption. Scripts contain them, so
 * a table keeps and shows them, and setting one reports that it has no effect. Attributes of encryption are refused
 * instead, because someone might rely on them; a table that already has them keeps them.
 */
import type { TableDescriptor } from './table-descriptor.js';

/** Whether the text of an attribute requests something. */
type Asks = (text: string) => boolean;

const isGiven: Asks = (text) => text !== '';
const isAbove =
  (least: number): Asks =>
  (text) =>
    Number(text) > least;

/** Attributes of families that promise encryption. */
const ENCRYPTION: readonly string[] = ['ENCRYPTION', 'ENCRYPTION_KEY', 'ENCRYPTION_KEY_NAMESPACE'];

const OF_FAMILIES: readonly (readonly [key: string, asks: Asks])[] = [
  ...ENCRYPTION.map((key) => [key, isGiven] as const),
  ['DFS_REPLICATION', isAbove(0)],
  ['IN_MEMORY_COMPACTION', (text) => isGiven(text) && !/^none$/i.test(text)],
  ['IS_MOB', (text) => /^true$/i.test(text)],
  ['REPLICATION_SCOPE', isAbove(0)],
  ['STORAGE_POLICY', isGiven],
];
const OF_TABLES: typeof OF_FAMILIES = [['REGION_REPLICATION', isAbove(1)]];

/**
 * The keys of the attributes of a table and its families that have no effect, without duplicates, in alphabetical
 * order. `splits`: whether the table was created with region boundaries.
 */
export function attributesWithoutEffect(
  { metadata, families }: Pick<TableDescriptor, 'metadata' | 'families'>,
  splits = false,
): readonly string[] {
  const keys = [
    ...askedFor(OF_TABLES, metadata),
    ...families.flatMap((family) => askedFor(OF_FAMILIES, family.metadata)),
    ...(splits ? ['SPLITS'] : []),
  ];
  return [...new Set(keys)].sort();
}

/**
 * The first encryption attribute of `next` that `stored` does not have with the same text, with the family that has it
 * (null for the table itself), or null if there is none. HBase reads it only in the metadata of a family, but users
 * must not rely on it anywhere else either.
 */
export function newEncryption(
  next: TableDescriptor,
  stored: TableDescriptor | null,
): { readonly family: string | null; readonly attribute: string } | null {
  const attribute = addedEncryption(next, stored);
  if (attribute !== undefined) return { family: null, attribute };
  for (const family of next.families) {
    const added = addedEncryption(family, stored?.families.find(({ name }) => name === family.name) ?? null);
    if (added !== undefined) return { family: family.name, attribute: added };
  }
  return null;
}

type Values = Pick<TableDescriptor, 'metadata' | 'configuration'>;

function addedEncryption(next: Values, stored: Values | null): string | undefined {
  const places = ['metadata', 'configuration'] as const;
  return ENCRYPTION.find((key) => places.some((at) => next[at][key] && next[at][key] !== stored?.[at][key]));
}

function askedFor(attributes: typeof OF_FAMILIES, metadata: Readonly<Record<string, string>>): readonly string[] {
  return attributes.filter(([key, asks]) => asks(metadata[key] ?? '')).map(([key]) => key);
}
