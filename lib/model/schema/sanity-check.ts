import { BigtabError } from '../../errors.js';
import { DURABILITIES } from '../durability.js';
import { bloomPrefixLength } from './bloom-prefix-length.js';
import {
  BLOOM_FILTERS,
  COMPRESSIONS,
  type Compression,
  DATA_BLOCK_ENCODINGS,
  type FamilyDescriptor,
  KEEP_DELETED_CELLS,
} from './family-descriptor.js';
import { COMPACTION_COMPRESSIONS } from './file-compression.js';
import { type Configuration, setting, unreadableSetting } from './settings.js';
import { insaneAttribute, unreadableAttribute } from './table-attributes.js';
import type { TableDescriptor } from './table-descriptor.js';
import { TIMES_TO_LIVE } from './time-to-live.js';

const MIN_BLOCK_SIZE = 1024;
const MAX_BLOCK_SIZE = 16 * 1024 * 1024;
const MAX_INTEGER = 2 ** 31 - 1;
/** Each family has an id of 16 bits, and those of families that were just dropped are not free. */
const MAX_FAMILIES = 1000;

/**
 * Refuses a descriptor that is not allowed for any table; the first failure is INVALID_OPERATION. Unreadable values
 * (S-41, A-36) and combinations without a meaning are always refused. What HBase calls insane (S-40) is refused
 * unless `hbase.table.sanity.checks` is `false` for the table or the database. The messages say what is allowed;
 * HBase's messages advise turning its checks off. HBase: `TableDescriptorChecker.sanityCheck`.
 */
export function sanityCheck(descriptor: TableDescriptor, site: Configuration = {}): void {
  const unreadable = whatIsUnreadable(descriptor);
  if (unreadable !== null) throw new BigtabError('INVALID_OPERATION', unreadable);
  const { families, metadata, configuration, maxFileSize } = descriptor;
  if (!setting('hbase.table.sanity.checks', [metadata, configuration, site])) return;
  const insane =
    insaneAttribute(maxFileSize, metadata) ??
    (families.length === 0 ? 'Table should have at least one column family.' : null) ??
    (Number(metadata.REGION_REPLICATION) < 1 ? 'Table region replication should be at least one.' : null) ??
    firstOf(families, whatIsInsane);
  if (insane !== null) throw new BigtabError('INVALID_OPERATION', insane);
}

/**
 * INVALID_OPERATION for a table without families. `sanityCheck` accepts such a table only if its checks are bypassed
 * (S-35).
 */
export function requireFamilies({ name, families }: TableDescriptor): void {
  if (families.length > 0) return;
  throw new BigtabError('INVALID_OPERATION', `Table ${name} should have at least one column family.`);
}

function whatIsUnreadable({ name, durability, families, metadata, configuration }: TableDescriptor): string | null {
  if (!DURABILITIES.includes(durability))
    return `DURABILITY of table ${name} must be one of ${DURABILITIES.join(', ')}.`;
  if (families.length > MAX_FAMILIES)
    return `Table ${name} has ${families.length} column families; a table may have at most ${MAX_FAMILIES}.`;
  const wrong = unreadableAttribute(metadata) ?? unreadableSetting(metadata) ?? unreadableSetting(configuration);
  if (wrong !== null) return `Table ${name}: ${wrong}`;
  return firstOf(families, unreadableName) ?? firstOf(families, unreadableNumber);
}

function unreadableName(family: FamilyDescriptor): string | null {
  const { name, compression, bloomFilter, keepDeletedCells, newVersionBehavior, dataBlockEncoding } = family;
  const of = `of column family ${name} must be`;
  for (const key of ['COMPRESSION', ...COMPACTION_COMPRESSIONS]) {
    const word = key === 'COMPRESSION' ? compression : family.metadata[key]?.toUpperCase();
    if (word !== undefined && !COMPRESSIONS.includes(word as Compression))
      return `${key} ${of} one of ${COMPRESSIONS.join(', ')}, the codecs that Bigtab supports; got ${word}`;
  }
  if (!BLOOM_FILTERS.includes(bloomFilter)) {
    return `Failed to get bloom filter param: BLOOMFILTER ${of} one of ${BLOOM_FILTERS.join(', ')}; got ${bloomFilter}`;
  }
  if (!KEEP_DELETED_CELLS.includes(keepDeletedCells)) {
    return `KEEP_DELETED_CELLS ${of} one of ${KEEP_DELETED_CELLS.join(', ')}; got ${keepDeletedCells}`;
  }
  if (newVersionBehavior && keepDeletedCells !== 'FALSE') {
    return `KEEP_DELETED_CELLS ${of} FALSE with NEW_VERSION_BEHAVIOR; got ${keepDeletedCells}`;
  }
  if (!DATA_BLOCK_ENCODINGS.includes(dataBlockEncoding)) {
    return `DATA_BLOCK_ENCODING ${of} one of ${DATA_BLOCK_ENCODINGS.join(', ')}; got ${dataBlockEncoding}`;
  }
  const wrong = unreadableSetting(family.metadata) ?? unreadableSetting(family.configuration);
  return wrong === null ? null : `Column family ${name}: ${wrong}`;
}

function unreadableNumber({ name, ...family }: FamilyDescriptor): string | null {
  for (const attribute of ['maxVersions', 'minVersions', 'timeToLive', 'blockSize'] as const) {
    const number = family[attribute];
    if (Math.abs(number) > MAX_INTEGER)
      return `${attribute} of column family ${name} is ${number}; it can be at most ${MAX_INTEGER}`;
  }
  return null;
}

function whatIsInsane(family: FamilyDescriptor): string | null {
  const { name, bloomFilter, timeToLive, blockSize, minVersions, maxVersions } = family;
  if (bloomFilter === 'ROWPREFIX_FIXED_LENGTH' && bloomPrefixLength(family) === null) {
    return `Failed to get bloom filter param: the configuration RowPrefixBloomFilter.prefix_length of column family ${name} must be a whole number of at least 1.`;
  }
  if (timeToLive <= 0) return `TTL for column family ${name} must be positive. ${TIMES_TO_LIVE}.`;
  // The next two messages have two blanks because HBase's messages do.
  if (blockSize < MIN_BLOCK_SIZE || blockSize > MAX_BLOCK_SIZE) {
    return `Block size for column family ${name}  must be between 1K and 16MB.`;
  }
  if (minVersions < 0) return `Min versions for column family ${name}  must be positive.`;
  if (minVersions > maxVersions) {
    return `Min versions for column family ${name} must be less than the Max versions. MIN_VERSIONS is ${minVersions} and VERSIONS is ${maxVersions}: set VERSIONS to at least MIN_VERSIONS.`;
  }
  return maxVersions < 1 ? `Max versions for column family ${name} must be positive.` : null;
}

function firstOf<T>(list: readonly T[], problem: (item: T) => string | null): string | null {
  for (const item of list) {
    const found = problem(item);
    if (found !== null) return found;
  }
  return null;
}
