import type { FamilyAttributes, FamilyLike } from '../../index.js';
import type { FamilyText } from './history.js';
import { fromPrintable } from './printable-bytes.js';

/*
 * Converts the attributes of a family of a history, which are texts in the form of HBase's shell, to a literal with
 * only these attributes. Unlike the family of a call, it has Bigtab's defaults.
 */

const text = (value: string) => value;
const truth = (value: string) => value.toLowerCase() === 'true';
const prefixLength = (value: string) => ({ 'RowPrefixBloomFilter.prefix_length': value });

/** `PREFIX_LENGTH` is short for the setting that the bloom filter of row prefixes needs. */
const ATTRIBUTES: Readonly<Record<string, readonly [keyof FamilyAttributes, (value: string) => unknown]>> = {
  VERSIONS: ['maxVersions', Number],
  MIN_VERSIONS: ['minVersions', Number],
  TTL: ['timeToLive', text],
  KEEP_DELETED_CELLS: ['keepDeletedCells', text],
  NEW_VERSION_BEHAVIOR: ['newVersionBehavior', truth],
  BLOOMFILTER: ['bloomFilter', text],
  PREFIX_LENGTH: ['configuration', prefixLength],
  BLOCKCACHE: ['blockCache', truth],
  BLOCKSIZE: ['blockSize', Number],
  DATA_BLOCK_ENCODING: ['dataBlockEncoding', text],
  IN_MEMORY: ['inMemory', truth],
  COMPRESSION: ['compression', text],
};

/** Attributes that a family of a history may have. */
export const FAMILY_ATTRIBUTES: readonly string[] = Object.keys(ATTRIBUTES);

/** The literal of a family of a history. */
export function familyOf({ NAME, ...attributes }: FamilyText): FamilyLike {
  const properties = Object.entries(attributes).map(([key, value]) => {
    const [property, read] = ATTRIBUTES[key] as (typeof ATTRIBUTES)[string];
    return [property, read(value)];
  });
  return { name: fromPrintable(NAME), ...Object.fromEntries(properties) };
}
