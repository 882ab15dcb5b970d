import {
  BLOOM_FILTERS,
  DATA_BLOCK_ENCODINGS,
  type FamilyAttributes,
  type FamilyDescriptor,
  KEEP_DELETED_CELLS,
} from '../model/family-descriptor.js';
import { booleanOf, integerOf, wordOf } from './plain-values.js';
import { parsePretty } from './pretty-printer.js';
import { argumentError } from './ruby-error.js';
import { isHash, type ShellHash, type ShellValue, textOf } from './shell-value.js';
import { hashOf, withPairs } from './text-pairs.js';

/** What a hash of `create` or `alter` says of a family. */
export interface FamilyChange {
  readonly name: string;
  /** The family with it: `stored` with the attributes that it names, or a new one. */
  apply(stored: FamilyDescriptor | null): FamilyAttributes;
  /** Keys that are no attributes of a family. */
  readonly unknown: readonly string[];
}

type Attribute = keyof FamilyAttributes;

/** HBase's compressions; which of them a table can have is asked when it is made. */
const COMPRESSIONS = ['NONE', 'GZ', 'SNAPPY', 'LZ4', 'LZO', 'ZSTD', 'BZIP2', 'LZMA', 'BROTLI'];

/** The keys that are properties of a descriptor, and how their values are read (6.1). */
const TYPED: Readonly<Record<string, readonly [Attribute, (value: ShellValue, key: string) => unknown]>> = {
  VERSIONS: ['maxVersions', integerOf],
  MIN_VERSIONS: ['minVersions', integerOf],
  TTL: ['timeToLive', textOf],
  NEW_VERSION_BEHAVIOR: ['newVersionBehavior', booleanOf],
  KEEP_DELETED_CELLS: ['keepDeletedCells', word('KeepDeletedCells', KEEP_DELETED_CELLS)],
  BLOCKSIZE: ['blockSize', (value) => Number(parsePretty(textOf(value), 'BYTE'))],
  BLOCKCACHE: ['blockCache', booleanOf],
  IN_MEMORY: ['inMemory', booleanOf],
  BLOOMFILTER: ['bloomFilter', word('BloomFilter type', BLOOM_FILTERS)],
  COMPRESSION: ['compression', word('Compression', COMPRESSIONS)],
  DATA_BLOCK_ENCODING: ['dataBlockEncoding', word('DataBlockEncoding', DATA_BLOCK_ENCODINGS)],
};

/** HBase's other attributes of a family: they are kept as they are and shown. */
const KEPT: readonly string[] = [
  'REPLICATION_SCOPE',
  'INDEX_BLOCK_ENCODING',
  'COMPRESSION_COMPACT',
  'COMPRESSION_COMPACT_MAJOR',
  'COMPRESSION_COMPACT_MINOR',
  'IN_MEMORY_COMPACTION',
  'CACHE_DATA_ON_WRITE',
  'CACHE_INDEX_ON_WRITE',
  'CACHE_BLOOMS_ON_WRITE',
  'EVICT_BLOCKS_ON_CLOSE',
  'PREFETCH_BLOCKS_ON_OPEN',
  'COMPRESS_TAGS',
  'ENCRYPTION',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_NAMESPACE',
  'IS_MOB',
  'MOB_THRESHOLD',
  'MOB_COMPACT_PARTITION_POLICY',
  'DFS_REPLICATION',
  'STORAGE_POLICY',
];

/** Reads `'f'` or `{NAME => 'f', VERSIONS => 5, …}` (8.3). Throws INVALID_ARGUMENT for a value that its attribute cannot have (S-5). */
export function readFamilyChange(value: ShellValue): FamilyChange {
  const hash: ShellHash = isHash(value) ? value : new Map([['NAME', value]]);
  const name = wordOf(hash.get('NAME'), 'NAME');
  const metadata = hashOf(hash.get('METADATA') ?? new Map(), 'METADATA');
  const configuration = hash.get('CONFIGURATION') ?? new Map();
  const typed: [string, unknown][] = [];
  const kept = new Map<string, ShellValue>();
  const unknown: string[] = [];
  for (const [key, given] of [...hash, ...metadata]) {
    const attribute = TYPED[key];
    if (attribute !== undefined) typed.push([attribute[0], attribute[1](given, key)]);
    else if (KEPT.includes(key) || metadata.has(key)) kept.set(key, given);
    else if (!['NAME', 'METADATA', 'CONFIGURATION'].includes(key)) unknown.push(key);
  }
  const apply = (stored: FamilyDescriptor | null): FamilyAttributes => ({
    ...(stored ?? {}),
    name,
    ...Object.fromEntries(typed),
    metadata: withPairs(stored?.metadata ?? {}, kept),
    configuration: withPairs(stored?.configuration ?? {}, hashOf(configuration, 'CONFIGURATION')),
  });
  return { name, apply, unknown };
}

/** Reads one of `words`, in any case. */
function word(what: string, words: readonly string[]): (value: ShellValue) => string {
  return (value) => {
    const given = textOf(value).toUpperCase();
    if (words.includes(given)) return given;
    throw argumentError(`${what} ${given} is not supported. Use one of ${words.join(' ')}`);
  };
}
