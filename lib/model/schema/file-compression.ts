import type { Compression, FamilyDescriptor } from './family-descriptor.js';

/** Metadata that overrides the attribute COMPRESSION for files written by a major, by a minor and by any compaction. */
export const COMPACTION_COMPRESSIONS = [
  'COMPRESSION_COMPACT_MAJOR',
  'COMPRESSION_COMPACT_MINOR',
  'COMPRESSION_COMPACT',
] as const;

/**
 * How a new file of the family is compressed. HBase: `ColumnFamilyDescriptor.getMajorCompactionCompressionType` and
 * related methods.
 */
export function fileCompression(
  { compression, metadata }: FamilyDescriptor,
  kind: 'flush' | 'compaction',
  major: boolean,
): Compression {
  const [forMajor, forMinor, forBoth] = COMPACTION_COMPRESSIONS;
  const word = kind === 'flush' ? undefined : (metadata[major ? forMajor : forMinor] ?? metadata[forBoth]);
  return (word?.toUpperCase() ?? compression) as Compression;
}
