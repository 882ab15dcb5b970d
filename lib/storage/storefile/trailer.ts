/*
 * The trailer describes the file: a catalog can be rebuilt from trailers alone. Its payload is a JSON text, the first
 * row and the last row, each preceded by its length as u32.
 */
import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { compareBytes } from '../../bytes/compare.js';
import { corruption } from '../../errors.js';
import { LARGEST_COUNT } from '../../model/limits.js';
import type { BloomFilter, Compression, FamilyDescriptor } from '../../model/schema/family-descriptor.js';
import type { CachedBlock } from './block-cache.js';
import type { IndexLayout } from './block-index-format.js';
import type { CellStatistics } from './cell-statistics.js';
import { TAIL_BYTES, type Tail } from './file-ends.js';
import { checkTrailer } from './trailer-check.js';

/** What a file is, independent of its cells. */
export interface StoreFileIdentity {
  readonly tableId: number;
  readonly tableName: string;
  readonly familyId: number;
  readonly familyDescriptor: FamilyDescriptor;
  /** The complete table descriptor as a literal, so that a rebuild needs nothing else. */
  readonly tableDescriptor: unknown;
  readonly schemaGeneration: number;
  readonly epoch: number;
  /** Unique in the database; included in every checksum. */
  readonly fileNumber: number;
  readonly kind: 'flush' | 'compaction';
  /** Whether it was written from all files of its store. */
  readonly major: boolean;
  /** Time of its creation by the wall clock, in ms. */
  readonly createdAt: number;
  /** Numbers of the files that it replaces, together with the other files of its run. */
  readonly replaces: readonly number[];
  /** The number of the file before it in its run; missing in the first. */
  readonly follows?: number;
  /** If this file is part of the database, every edit of the table up to this sequence id is in store files. */
  readonly flushedSequenceId: number;
}

export interface StoreFileOptions extends StoreFileIdentity {
  /** Size of an uncompressed data block in bytes; HBase's BLOCKSIZE. */
  readonly blockSize: number;
  readonly bloomFilter: BloomFilter;
  /** Bytes of a row in a filter of type ROWPREFIX_FIXED_LENGTH; if it is missing, there is no such filter. */
  readonly bloomPrefixLength?: number | null;
  /** Compression of data and values: `GZ` or none. Default none. */
  readonly compression?: Compression;
  /** Maximum size of an index leaf and of a part of the bloom filter, in bytes. Default 64 KiB. */
  readonly indexBlockSize?: number;
}

export interface StoreFileInfo extends StoreFileIdentity, CellStatistics {
  /** Whether another file of its run follows; if missing, none does. */
  readonly continued?: boolean;
  readonly format: number;
  readonly blockSize: number;
  readonly bloomFilter: BloomFilter;
  /** Null for filters other than ROWPREFIX_FIXED_LENGTH; missing in older files. */
  readonly bloomPrefixLength?: number | null;
  /** First row; empty if the file has no cells. */
  readonly minKey: Uint8Array;
  /** Last row; empty if the file has no cells. */
  readonly maxKey: Uint8Array;
  /** Size of the complete file. */
  readonly sizeBytes: number;
  readonly dataBlockCount: number;
  readonly valueBlockCount: number;
  /** Number of all blocks, including the trailer. */
  readonly blockCount: number;
}

/** The positions of the parts of a file. */
export interface StoreFileLayout {
  /** Null if the file has no cells. */
  readonly index: IndexLayout | null;
  /** Null if the family has no bloom filter, or the file has no cells. */
  readonly bloom: IndexLayout | null;
}

export interface Trailer {
  readonly info: StoreFileInfo;
  readonly layout: StoreFileLayout;
}

/** What the writer knows before it writes the trailer; the size follows from the tail. */
export type WrittenInfo = Omit<StoreFileInfo, 'sizeBytes'>;

export function encodeTrailer(info: WrittenInfo, layout: StoreFileLayout): Uint8Array {
  const { minKey, maxKey, ...facts } = info;
  const writer = new ByteWriter(1024);
  writer.text(JSON.stringify({ info: facts, layout }));
  writer.sized(minKey);
  writer.sized(maxKey);
  return writer.finish();
}

/** Reads the trailer's block. Throws CORRUPTION if it is not the trailer of a file with this tail. */
export function decodeTrailer({ bytes, view, start, end }: CachedBlock, path: string, tail: Tail): Trailer {
  const { offset, length } = tail.trailer;
  let facts: unknown;
  let minKey: Uint8Array;
  let maxKey: Uint8Array;
  try {
    const reader = new ByteReader(bytes, start, end, path, view);
    facts = JSON.parse(reader.text());
    minKey = new Uint8Array(reader.sized());
    maxKey = new Uint8Array(reader.sized());
  } catch (cause) {
    throw corruption(path, offset, `the trailer cannot be read: ${String(cause)}`);
  }
  const wrong = checkTrailer(facts, 'trailer');
  if (wrong !== null) throw corruption(path, offset, wrong);
  const { info, layout } = facts as Trailer;
  const trailer = { info: { ...info, minKey, maxKey, sizeBytes: offset + length + TAIL_BYTES }, layout };
  const fault = contradictionIn(trailer, tail);
  if (fault !== null) throw corruption(path, offset, `the trailer contradicts itself: ${fault}`);
  return trailer;
}

/** What in the trailer cannot be true together, or null. */
function contradictionIn({ info, layout }: Trailer, { fileNumber, trailer }: Tail): string | null {
  const { cellCount, dataBlockCount, valueBlockCount, blockCount } = info;
  if (info.fileNumber !== fileNumber) return `its file number is ${info.fileNumber}, the tail's is ${fileNumber}`;
  if (info.follows !== undefined && info.follows >= fileNumber) return `it follows file ${info.follows}`;
  if (blockCount !== trailer.ordinal + 1) return `${blockCount} blocks end with block ${trailer.ordinal}`;
  if (dataBlockCount + valueBlockCount >= blockCount)
    return `${blockCount} blocks, ${dataBlockCount} of them with cells`;
  const types =
    info.putCount + info.deleteCount + info.deleteColumnCount + info.deleteFamilyCount + info.deleteFamilyVersionCount;
  if (types !== cellCount) return `${cellCount} cells, ${types} of all types`;
  const hasCells = cellCount > 0;
  const hasBlocks = dataBlockCount > 0 && dataBlockCount <= cellCount && layout.index !== null;
  if (hasCells ? !hasBlocks : dataBlockCount > 0 || layout.index !== null || layout.bloom !== null) {
    return `${cellCount} cells in ${dataBlockCount} blocks`;
  }
  const { minTimestamp, maxTimestamp, minSequenceId, maxSequenceId } = info;
  const inOrder = minTimestamp <= maxTimestamp && minSequenceId <= maxSequenceId && maxSequenceId <= LARGEST_COUNT;
  return !hasCells || (inOrder && compareBytes(info.minKey, info.maxKey) <= 0) ? null : 'a minimum above its maximum';
}
