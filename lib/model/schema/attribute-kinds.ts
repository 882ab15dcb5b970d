import { invalidArgument } from '../../errors.js';
import { DURABILITIES } from '../durability.js';
import { TABLE_FLAGS, TABLE_NUMBERS } from './table-attributes.js';

/*
 * The allowed values of HBase's attributes, by key. These are maps because users choose their own keys too: an object
 * would also contain `constructor`.
 */

/** An integer, true or false, or one of some words in upper case. */
export type AttributeKind = 'integer' | 'boolean' | readonly string[];

const COMPRESSIONS = ['LZO', 'GZ', 'NONE', 'SNAPPY', 'LZ4', 'BZIP2', 'ZSTD', 'LZMA', 'BROTLI'] as const;

export const FAMILY_KINDS: ReadonlyMap<string, AttributeKind> = new Map<string, AttributeKind>([
  ['VERSIONS', 'integer'],
  ['MIN_VERSIONS', 'integer'],
  ['TTL', 'integer'],
  ['BLOCKSIZE', 'integer'],
  ['REPLICATION_SCOPE', 'integer'],
  ['DFS_REPLICATION', 'integer'],
  ['MOB_THRESHOLD', 'integer'],
  ['KEEP_DELETED_CELLS', ['FALSE', 'TRUE', 'TTL']],
  ['BLOOMFILTER', ['NONE', 'ROW', 'ROWCOL', 'ROWPREFIX_FIXED_LENGTH']],
  ['COMPRESSION', COMPRESSIONS],
  ['COMPRESSION_COMPACT', COMPRESSIONS],
  ['COMPRESSION_COMPACT_MAJOR', COMPRESSIONS],
  ['COMPRESSION_COMPACT_MINOR', COMPRESSIONS],
  ['DATA_BLOCK_ENCODING', ['NONE', 'PREFIX', 'DIFF', 'FAST_DIFF', 'ROW_INDEX_V1']],
  ['INDEX_BLOCK_ENCODING', ['NONE', 'PREFIX_TREE']],
  ['IN_MEMORY_COMPACTION', ['NONE', 'BASIC', 'EAGER', 'ADAPTIVE']],
  ['MOB_COMPACT_PARTITION_POLICY', ['DAILY', 'WEEKLY', 'MONTHLY']],
  ['NEW_VERSION_BEHAVIOR', 'boolean'],
  ['BLOCKCACHE', 'boolean'],
  ['IN_MEMORY', 'boolean'],
  ['CACHE_DATA_ON_WRITE', 'boolean'],
  ['CACHE_INDEX_ON_WRITE', 'boolean'],
  ['CACHE_BLOOMS_ON_WRITE', 'boolean'],
  ['EVICT_BLOCKS_ON_CLOSE', 'boolean'],
  ['PREFETCH_BLOCKS_ON_OPEN', 'boolean'],
  ['COMPRESS_TAGS', 'boolean'],
  ['IS_MOB', 'boolean'],
]);

export const TABLE_KINDS: ReadonlyMap<string, AttributeKind> = new Map<string, AttributeKind>([
  ['DURABILITY', DURABILITIES],
  ...TABLE_FLAGS.map((key) => [key, 'boolean'] as const),
  ...TABLE_NUMBERS.map((key) => [key, 'integer'] as const),
]);

/**
 * Reads the text of an attribute. Words and truth values may be in any case, but DURABILITY only in upper case. Throws
 * INVALID_ARGUMENT for text that is not of its kind (S-41, A-36).
 */
export function readAttribute(key: string, text: string, kind: AttributeKind): number | boolean | string {
  if (kind === 'integer') {
    if (/^[+-]?\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
    throw invalidArgument(`For input string: "${text}": ${key} must be a whole number`);
  }
  const word = key === 'DURABILITY' ? text : text.toUpperCase();
  const words = kind === 'boolean' ? ['TRUE', 'FALSE'] : kind;
  if (!words.includes(word)) throw invalidArgument(`${key} must be one of ${words.join(', ')}; got ${text}`);
  return kind === 'boolean' ? word === 'TRUE' : word;
}
