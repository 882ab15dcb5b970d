/* Store files of given cells, for tests of everything that reads or writes them. */

import { normalizeFamily } from '../../model/schema/family-descriptor.js';
import type { FileHandle } from '../../storage/fs/file-system.js';
import { BlockCache } from '../../storage/storefile/block-cache.js';
import { StoreFile } from '../../storage/storefile/store-file.js';
import { StoreFileWriter } from '../../storage/storefile/store-file-writer.js';
import type { StoreFileInfo, StoreFileOptions } from '../../storage/storefile/trailer.js';
import { type TestCell, viewOf } from './cells.js';

/** A file that is a growing array; counts what is asked of it. */
export class ArrayFile implements FileHandle {
  bytes: Uint8Array;
  reads = 0;
  writes = 0;
  flushes = 0;
  /** Bytes that a flush had not reached yet, at their most. */
  mostUnflushed = 0;
  closed = false;
  private unflushed = 0;

  constructor(bytes: Uint8Array = new Uint8Array(0)) {
    this.bytes = bytes;
  }

  size(): number {
    return this.bytes.length;
  }

  read(into: Uint8Array, at: number): number {
    this.reads++;
    const count = Math.max(0, Math.min(into.length, this.bytes.length - at));
    into.set(this.bytes.subarray(at, at + count));
    return count;
  }

  write(from: Uint8Array, at: number): void {
    this.writes++;
    if (at + from.length > this.bytes.length) {
      const grown = new Uint8Array(at + from.length);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes.set(from, at);
    this.unflushed += from.length;
    this.mostUnflushed = Math.max(this.mostUnflushed, this.unflushed);
  }

  truncate(size: number): void {
    this.bytes = this.bytes.slice(0, size);
  }

  flush(): void {
    this.flushes++;
    this.unflushed = 0;
  }

  close(): void {
    this.closed = true;
  }
}

export const STORE_FILE_PATH = 'data/3/2-17';

/** Options of a file of the family `f` of the table `t`. */
export function storeFileOptions(some: Partial<StoreFileOptions> = {}): StoreFileOptions {
  const { blockSize = 65_536, bloomFilter = 'ROW' } = some;
  const familyDescriptor = normalizeFamily({ name: 'f', bloomFilter, blockSize });
  return {
    tableId: 3,
    tableName: 't',
    familyId: 1,
    familyDescriptor,
    tableDescriptor: { name: 't', families: [familyDescriptor] },
    schemaGeneration: 4,
    epoch: 2,
    fileNumber: 17,
    kind: 'flush',
    major: false,
    createdAt: 1_577_836_800_000,
    replaces: [],
    flushedSequenceId: 1000,
    blockSize,
    bloomFilter,
    ...some,
  };
}

/** A finished file of these cells, which come in cell order. */
export function writeStoreFile(
  cells: readonly TestCell[],
  options: Partial<StoreFileOptions> = {},
): { readonly file: ArrayFile; readonly info: StoreFileInfo } {
  const file = new ArrayFile();
  const writer = new StoreFileWriter(file, STORE_FILE_PATH, storeFileOptions(options));
  for (const cell of cells) writer.append(viewOf(cell));
  return { file, info: writer.finish() };
}

/** As `writeStoreFile`, opened again. */
export function openStoreFile(
  cells: readonly TestCell[],
  options: Partial<StoreFileOptions> = {},
  cache: BlockCache = new BlockCache(),
): StoreFile {
  return StoreFile.open(writeStoreFile(cells, options).file, STORE_FILE_PATH, cache);
}
