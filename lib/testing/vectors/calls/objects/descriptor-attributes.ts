import {
  type AttributeKind,
  FAMILY_KINDS,
  readAttribute,
  TABLE_KINDS,
} from '../../../../model/schema/attribute-kinds.js';
import { FAMILY_DEFAULTS } from '../../../../model/schema/family-values.js';
import type { FamilyBuilder } from '../../../../shell/family-builder.js';
import type { TableBuilder } from './table-builder.js';

/* Java's setters and getters of descriptors, and the attribute that each sets or reads. */

const MAX_INTEGER = 2 ** 31 - 1;

/**
 * The getter and the setter of a family's attribute, its key, and the value that the getter returns if it was never
 * set.
 */
const FAMILY_ATTRIBUTES: readonly (readonly [getter: string, setter: string, key: string, unset?: unknown])[] = [
  ['getMaxVersions', 'setMaxVersions', 'VERSIONS', 1],
  ['getMinVersions', 'setMinVersions', 'MIN_VERSIONS', 0],
  ['getTimeToLive', 'setTimeToLive', 'TTL', MAX_INTEGER],
  ['getBlocksize', 'setBlocksize', 'BLOCKSIZE', 65536],
  ['getKeepDeletedCells', 'setKeepDeletedCells', 'KEEP_DELETED_CELLS', 'FALSE'],
  ['getBloomFilterType', 'setBloomFilterType', 'BLOOMFILTER', 'ROW'],
  ['getCompressionType', 'setCompressionType', 'COMPRESSION', 'NONE'],
  ['getCompactionCompressionType', 'setCompactionCompressionType', 'COMPRESSION_COMPACT', 'NONE'],
  ['getMajorCompactionCompressionType', 'setMajorCompactionCompressionType', 'COMPRESSION_COMPACT_MAJOR', 'NONE'],
  ['getMinorCompactionCompressionType', 'setMinorCompactionCompressionType', 'COMPRESSION_COMPACT_MINOR', 'NONE'],
  ['getDataBlockEncoding', 'setDataBlockEncoding', 'DATA_BLOCK_ENCODING', 'NONE'],
  ['getIndexBlockEncoding', 'setIndexBlockEncoding', 'INDEX_BLOCK_ENCODING', 'NONE'],
  ['getInMemoryCompaction', 'setInMemoryCompaction', 'IN_MEMORY_COMPACTION', null],
  ['getMobCompactPartitionPolicy', 'setMobCompactPartitionPolicy', 'MOB_COMPACT_PARTITION_POLICY', 'DAILY'],
  ['getMobThreshold', 'setMobThreshold', 'MOB_THRESHOLD', 102400],
  ['isMobEnabled', 'setMobEnabled', 'IS_MOB', false],
  ['getScope', 'setScope', 'REPLICATION_SCOPE', 0],
  ['getDFSReplication', 'setDFSReplication', 'DFS_REPLICATION', 0],
  ['getStoragePolicy', 'setStoragePolicy', 'STORAGE_POLICY', null],
  ['getEncryptionType', 'setEncryptionType', 'ENCRYPTION', null],
  ['getEncryptionKey', 'setEncryptionKey', 'ENCRYPTION_KEY', null],
  ['isNewVersionBehavior', 'setNewVersionBehavior', 'NEW_VERSION_BEHAVIOR', false],
  ['isBlockCacheEnabled', 'setBlockCacheEnabled', 'BLOCKCACHE', true],
  ['isInMemory', 'setInMemory', 'IN_MEMORY', false],
  ['isCacheDataOnWrite', 'setCacheDataOnWrite', 'CACHE_DATA_ON_WRITE', false],
  ['isCacheIndexesOnWrite', 'setCacheIndexesOnWrite', 'CACHE_INDEX_ON_WRITE', false],
  ['isCacheBloomsOnWrite', 'setCacheBloomsOnWrite', 'CACHE_BLOOMS_ON_WRITE', false],
  ['isEvictBlocksOnClose', 'setEvictBlocksOnClose', 'EVICT_BLOCKS_ON_CLOSE', false],
  ['isPrefetchBlocksOnOpen', 'setPrefetchBlocksOnOpen', 'PREFETCH_BLOCKS_ON_OPEN', false],
  ['isCompressTags', 'setCompressTags', 'COMPRESS_TAGS', true],
];

const TABLE_ATTRIBUTES: readonly (readonly [getter: string, setter: string, key: string, unset?: unknown])[] = [
  ['isReadOnly', 'setReadOnly', 'READONLY', false],
  ['getDurability', 'setDurability', 'DURABILITY', 'USE_DEFAULT'],
  ['getMaxFileSize', 'setMaxFileSize', 'MAX_FILESIZE', -1],
  ['getMemStoreFlushSize', 'setMemStoreFlushSize', 'MEMSTORE_FLUSHSIZE', -1],
  ['isCompactionEnabled', 'setCompactionEnabled', 'COMPACTION_ENABLED', true],
  ['isSplitEnabled', 'setSplitEnabled', 'SPLIT_ENABLED', true],
  ['isMergeEnabled', 'setMergeEnabled', 'MERGE_ENABLED', true],
  ['isNormalizationEnabled', 'setNormalizationEnabled', 'NORMALIZATION_ENABLED', false],
  ['getNormalizerTargetRegionCount', 'setNormalizerTargetRegionCount', 'NORMALIZER_TARGET_REGION_COUNT', -1],
  ['getNormalizerTargetRegionSize', 'setNormalizerTargetRegionSize', 'NORMALIZER_TARGET_REGION_SIZE_MB', -1],
  ['getRegionReplication', 'setRegionReplication', 'REGION_REPLICATION', 1],
  ['hasRegionMemStoreReplication', 'setRegionMemStoreReplication', 'REGION_MEMSTORE_REPLICATION', true],
  ['getPriority', 'setPriority', 'PRIORITY', 0],
  ['getRegionSplitPolicyClassName', 'setRegionSplitPolicyClassName', 'SPLIT_POLICY', null],
  ['getFlushPolicyClassName', 'setFlushPolicyClassName', 'FLUSH_POLICY', null],
  ['getErasureCodingPolicy', 'setErasureCodingPolicy', 'ERASURE_CODING_POLICY', null],
];

type FamilyMethod = (self: FamilyBuilder, args: readonly unknown[]) => unknown;
type TableMethod = (self: TableBuilder, args: readonly unknown[]) => unknown;

export const FAMILY_SETTERS: Readonly<Record<string, FamilyMethod>> = {
  ...Object.fromEntries(
    FAMILY_ATTRIBUTES.map(([, setter, key]) => [
      setter,
      ((self, [value]) => (value === null ? self.setRaw(key, null) : self.set(key, value as string))) as FamilyMethod,
    ]),
  ),
  setVersionsWithTimeToLive: (self, [ttl, versions]) =>
    self.setVersionsWithTimeToLive(ttl as number, versions as number),
  setValue: (self, [key, value]) => self.setRaw(key as string, value as string | null),
  removeValue: (self, [key]) => self.setRaw(key as string, null),
  setConfiguration: (self, [key, value]) => self.setConfiguration(key as string, value as string | null),
  removeConfiguration: (self, [key]) => self.setConfiguration(key as string, null),
};

export const FAMILY_GETTERS: Readonly<Record<string, FamilyMethod>> = {
  ...Object.fromEntries(
    FAMILY_ATTRIBUTES.map(([getter, , key, unset]) => [
      getter,
      ((self) => readValue(key, self.values.get(key), FAMILY_KINDS.get(key), unset)) as FamilyMethod,
    ]),
  ),
  getValue: (self, [key]) => self.values.get(key as string) ?? null,
  getConfiguration: (self) => [...self.configuration],
  getConfigurationValue: (self, [key]) => self.configuration.get(key as string) ?? null,
  // In the order of printing: HBase's own attributes in their order, then the other ones that were set.
  getValues: (self) => [
    ...[...FAMILY_DEFAULTS.keys()].filter((key) => self.values.has(key)).map((key) => [key, self.values.get(key)]),
    ...[...self.values].filter(([key]) => !FAMILY_DEFAULTS.has(key)),
  ],
};

export const TABLE_SETTERS: Readonly<Record<string, TableMethod>> = {
  ...Object.fromEntries(
    TABLE_ATTRIBUTES.map(([, setter, key]) => [
      setter,
      ((self, [value]) =>
        isSize(key)
          ? self.setSize(key, value as string)
          : self.set(key, value === null ? null : String(value))) as TableMethod,
    ]),
  ),
  setValue: (self, [key, value]) => self.set(key as string, value as string | null),
  removeValue: (self, [key]) => self.set(key as string, null),
  setCoprocessor: (self, [name]) => self.set('coprocessor$1', `|${name}|1073741823|`),
};

export const TABLE_GETTERS: Readonly<Record<string, TableMethod>> = {
  ...Object.fromEntries(
    TABLE_ATTRIBUTES.map(([getter, , key, unset]) => [
      getter,
      ((self) => readValue(key, self.values.get(key), TABLE_KINDS.get(key), unset)) as TableMethod,
    ]),
  ),
  getValue: (self, [key]) => self.values.get(key as string) ?? null,
  getValues: (self) =>
    [...self.values, ['IS_META', 'false']].sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)),
  isMetaTable: () => false,
  isMetaRegion: () => false,
  getRegionServerGroup: () => null,
  getCoprocessorDescriptors: (self) => [...self.values.keys()].filter((key) => key.startsWith('coprocessor')),
  hasGlobalReplicationScope: (self) => self.families.some(({ values }) => values.get('REPLICATION_SCOPE') === '1'),
};

function isSize(key: string): boolean {
  return key === 'MAX_FILESIZE' || key === 'MEMSTORE_FLUSHSIZE';
}

/** Everything but `true` means false, as in a getter of HBase (S-41). */
function readValue(key: string, text: string | undefined, kind: AttributeKind | undefined, unset: unknown): unknown {
  if (text === undefined) return unset;
  if (kind === 'boolean') return text.toLowerCase() === 'true';
  return kind === undefined ? text : readAttribute(key, text, kind);
}
