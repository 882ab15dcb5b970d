/*
 * The trailer explains the file: a catalog can be rebuilt from trailers alone. Its payload is one JSON text, the first
 * row and the last row, each with a u32 length before it.
 */
import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { corruption } from '../../errors.js';
import type { BloomFilter, Compression, FamilyDescriptor } from '../../model/family-descriptor.js';
import type { IndexLayout } from './block-index-format.js';
import type { CellStatistics } from './cell-statistics.js';

/** What a file is, whatever its cells. */
export interface StoreFileIdentity {
  readonly tableId: number;
  readonly tableName: string;
  readonly familyId: number;
  readonly familyDescriptor: FamilyDescriptor;
  /** The whole table descriptor as a literal, so that a rebuild needs nothing else. */
  readonly tableDescriptor: unknown;
  readonly schemaGeneration: number;
  readonly epoch: number;
  /** Unique in the database; part of every checksum. */
  readonly fileNumber: number;
  readonly kind: 'flush' | 'compaction';
  /** Whether it was made of all files of its store. */
  readonly major: boolean;
  /** Wall clock of its making, ms. */
  readonly createdAt: number;
  /** Numbers of the files whose place it takes. */
  readonly replaces: readonly number[];
  /** Every edit of the table up to this sequence id stands in store files when this one counts. */
  readonly flushedSequenceId: number;
}

export interface StoreFileOptions extends StoreFileIdentity {
  /** Bytes of an uncompressed data block, HBase's BLOCKSIZE. */
  readonly blockSize: number;
  readonly bloomFilter: BloomFilter;
  /** Bytes of a row in a filter of type ROWPREFIX_FIXED_LENGTH; without it that is no filter. */
  readonly bloomPrefixLength?: number | null;
  /** Of data and values; `GZ` or none. Default none. */
  readonly compression?: Compression;
  /** Most bytes of an index leaf and of a part of the bloom filter. Default 64 KiB. */
  readonly indexBlockSize?: number;
}

export interface StoreFileInfo extends StoreFileIdentity, CellStatistics {
  readonly format: number;
  readonly blockSize: number;
  readonly bloomFilter: BloomFilter;
  /** Null in other filters than ROWPREFIX_FIXED_LENGTH; missing in older files. */
  readonly bloomPrefixLength?: number | null;
  /** First row; empty when the file has no cell. */
  readonly minKey: Uint8Array;
  /** Last row; empty when the file has no cell. */
  readonly maxKey: Uint8Array;
  /** Of the whole file. */
  readonly sizeBytes: number;
  readonly dataBlockCount: number;
  readonly valueBlockCount: number;
  /** All blocks, the trailer included. */
  readonly blockCount: number;
}

/** Where the parts of a file stand. */
export interface StoreFileLayout {
  /** Null when the file has no cell. */
  readonly index: IndexLayout | null;
  /** Null when the family wants none, or the file has no cell. */
  readonly bloom: IndexLayout | null;
}

export interface Trailer {
  readonly info: StoreFileInfo;
  readonly layout: StoreFileLayout;
}

/** What the writer knows before the trailer itself is written; the size follows from the tail. */
export type WrittenInfo = Omit<StoreFileInfo, 'sizeBytes'>;

export function encodeTrailer(info: WrittenInfo, layout: StoreFileLayout): Uint8Array {
  const { minKey, maxKey, ...facts } = info;
  const writer = new ByteWriter(1024);
  writer.text(JSON.stringify({ info: facts, layout }));
  writer.sized(minKey);
  writer.sized(maxKey);
  return writer.finish();
}

/** Reads the payload at `start` … `end` of `bytes`, from a block at `offset` of the file. */
export function decodeTrailer(
  bytes: Uint8Array,
  start: number,
  end: number,
  path: string,
  offset: number,
  sizeBytes: number,
): Trailer {
  const reader = new ByteReader(bytes, start, end, path);
  const text = reader.text();
  const minKey = new Uint8Array(reader.sized());
  const maxKey = new Uint8Array(reader.sized());
  try {
    const { info, layout } = JSON.parse(text) as { info: object; layout: StoreFileLayout };
    return { info: { ...info, minKey, maxKey, sizeBytes } as StoreFileInfo, layout };
  } catch (cause) {
    throw corruption(path, offset, `the trailer cannot be read: ${String(cause)}`);
  }
}
