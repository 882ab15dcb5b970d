import type { FamilyAttributes, FamilyLike } from '../../index.js';
import type { FamilyText } from './history.js';
import { fromPrintable } from './printable-bytes.js';

/*
 * The attributes of a family, as HBase's shell takes them, as those of a literal. `PREFIX_LENGTH` is short for the setting that a
 * bloom filter of first bytes needs.
 */

type Write<T> = { -readonly [K in keyof T]: T[K] };

const ATTRIBUTES: Readonly<Record<string, (literal: Write<FamilyAttributes>, text: string) => void>> = {
  VERSIONS: (literal, text) => {
    literal.maxVersions = Number(text);
  },
  MIN_VERSIONS: (literal, text) => {
    literal.minVersions = Number(text);
  },
  TTL: (literal, text) => {
    literal.timeToLive = text;
  },
  KEEP_DELETED_CELLS: (literal, text) => {
    literal.keepDeletedCells = text as 'FALSE' | 'TRUE' | 'TTL';
  },
  NEW_VERSION_BEHAVIOR: (literal, text) => {
    literal.newVersionBehavior = text.toLowerCase() === 'true';
  },
  BLOOMFILTER: (literal, text) => {
    literal.bloomFilter = text as NonNullable<FamilyAttributes['bloomFilter']>;
  },
  PREFIX_LENGTH: (literal, text) => {
    literal.configuration = { 'RowPrefixBloomFilter.prefix_length': text };
  },
  BLOCKCACHE: (literal, text) => {
    literal.blockCache = text.toLowerCase() === 'true';
  },
  BLOCKSIZE: (literal, text) => {
    literal.blockSize = Number(text);
  },
  DATA_BLOCK_ENCODING: (literal, text) => {
    literal.dataBlockEncoding = text as NonNullable<FamilyAttributes['dataBlockEncoding']>;
  },
  IN_MEMORY: (literal, text) => {
    literal.inMemory = text.toLowerCase() === 'true';
  },
  COMPRESSION: (literal, text) => {
    literal.compression = text as NonNullable<FamilyAttributes['compression']>;
  },
};

/** The literal of a family of a history. */
export function familyOf(family: FamilyText): FamilyLike {
  const literal: Write<FamilyAttributes> = { name: fromPrintable(family.NAME) };
  for (const [name, text] of Object.entries(family)) ATTRIBUTES[name]?.(literal, text);
  return literal;
}
