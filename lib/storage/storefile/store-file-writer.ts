/*
 * A store file:
 *
 *   header · data blocks, each after the value blocks it refers to · bloom · index · trailer · tail
 *
 * Parts of the bloom filter and leaves of the index that become full early are stored between the data blocks, so that
 * writing a large file needs no more memory than writing a small one.
 *
 * Invariants: keys strictly increase; a block with its frame has at most blockSize bytes before compression, or
 * contains a single cell; nothing is ever written twice; the file is valid only after `finish` has returned.
 */
import { ByteWriter } from '../../bytes/byte-writer.js';
import { corruption } from '../../errors.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { FileHandle } from '../fs/file-system.js';
import { BlockKind, FRAME_BYTES } from './block-frame.js';
import { BlockIndexWriter } from './block-index-writer.js';
import { BlockOutput } from './block-output.js';
import { BloomFilterWriter } from './bloom-filter-writer.js';
import { CellCounter } from './cell-statistics.js';
import { VALUE_APART_ABOVE } from './data-block-format.js';
import { DataBlockWriter, type ValueReference } from './data-block-writer.js';
import { encodeTail, STORE_FILE_FORMAT, TAIL_BYTES } from './file-ends.js';
import { LastKey } from './last-key.js';
import { encodeTrailer, type StoreFileInfo, type StoreFileOptions, type WrittenInfo } from './trailer.js';

const INDEX_BLOCK_BYTES = 64 * 1024;

/**
 * Writes one store file, cell by cell. If a call throws, neither the file nor the writer can be used any more. The
 * handle stays open: the owner closes it, or passes it to `StoreFile.open`.
 */
export class StoreFileWriter {
  readonly #path: string;
  readonly #options: StoreFileOptions;
  readonly #output: BlockOutput;
  readonly #block = new DataBlockWriter();
  readonly #index: BlockIndexWriter;
  readonly #bloom: BloomFilterWriter | null;
  readonly #last = new LastKey();
  readonly #counter = new CellCounter();
  /** Key of the current block in the index. */
  readonly #separator = new ByteWriter();
  #minKey: Uint8Array = new Uint8Array(0);
  #dataBlocks = 0;
  #valueBlocks = 0;

  /** REQUIRES a new, empty file. */
  constructor(handle: FileHandle, path: string, options: StoreFileOptions) {
    const indexBytes = (options.indexBlockSize ?? INDEX_BLOCK_BYTES) - FRAME_BYTES;
    this.#path = path;
    this.#options = options;
    this.#output = new BlockOutput(handle, options.fileNumber, options.compression === 'GZ');
    this.#index = new BlockIndexWriter(this.#output, indexBytes);
    this.#bloom = bloomOf(options, this.#output, indexBytes);
  }

  /** Length of the file if it ended here, without the current block. */
  get bytesWritten(): number {
    return this.#output.bytesWritten;
  }

  /**
   * Adds a cell; its bytes may be reused after this returns. Throws CORRUPTION if it does not sort after the previous
   * one (O-2).
   */
  append(cell: CellView): void {
    const block = this.#block;
    const last = this.#last;
    if (last.compare(cell) >= 0)
      throw corruption(this.#path, this.bytesWritten, 'a cell does not sort after the one before it');
    if (cell.apart !== null) cell.loadValue();
    const apart = cell.valueLength > VALUE_APART_ABOVE;
    if (block.cellCount > 0 && block.lengthWith(cell, apart) > this.#options.blockSize - FRAME_BYTES)
      this.#finishBlock();
    const reference = apart ? this.#writeValue(cell) : null;
    if (block.cellCount === 0) {
      this.#separator.reset();
      last.writeSeparator(cell, this.#separator);
      if (!last.known) this.#minKey = cell.copyRow();
    }
    block.add(cell, last.shared, last.sameRow, reference);
    this.#bloom?.add(cell, last);
    this.#counter.add(cell);
    last.remember(cell);
  }

  /** Writes the rest and forces the file to the device. `continued`: another file of the same run follows. */
  finish(continued = false): StoreFileInfo {
    if (this.#block.cellCount > 0) this.#finishBlock();
    const layout = { bloom: this.#bloom === null ? null : this.#bloom.finish(), index: this.#index.finish() };
    const output = this.#output;
    const info = this.#info(continued);
    const payload = encodeTrailer(info, layout);
    const trailer = output.write(BlockKind.Trailer, payload, 0, payload.length);
    const tailOffset = output.bytesWritten;
    output.finish(encodeTail(trailer, this.#options.fileNumber, tailOffset));
    return { ...info, sizeBytes: tailOffset + TAIL_BYTES };
  }

  #writeValue(cell: CellView): ValueReference {
    this.#valueBlocks++;
    const location = this.#output.write(BlockKind.Value, cell.value, cell.valueOffset, cell.valueLength);
    return { ...location, check: this.#output.lastCheck };
  }

  #finishBlock(): void {
    const block = this.#block;
    block.finish();
    this.#index.add(this.#separator, this.#output.write(BlockKind.Data, block.bytes, 0, block.length));
    this.#dataBlocks++;
    block.reset();
  }

  #info(continued: boolean): WrittenInfo {
    const options = this.#options;
    const last = this.#last;
    return {
      tableId: options.tableId,
      tableName: options.tableName,
      familyId: options.familyId,
      familyDescriptor: options.familyDescriptor,
      tableDescriptor: options.tableDescriptor,
      schemaGeneration: options.schemaGeneration,
      epoch: options.epoch,
      fileNumber: options.fileNumber,
      kind: options.kind,
      major: options.major,
      createdAt: options.createdAt,
      replaces: [...options.replaces],
      ...(options.follows !== undefined && { follows: options.follows }),
      ...(continued && { continued }),
      flushedSequenceId: options.flushedSequenceId,
      ...this.#counter.finish(),
      format: STORE_FILE_FORMAT,
      blockSize: options.blockSize,
      bloomFilter: options.bloomFilter,
      bloomPrefixLength: options.bloomPrefixLength ?? null,
      minKey: this.#minKey,
      maxKey: last.key.slice(0, last.rowLength),
      dataBlockCount: this.#dataBlocks,
      valueBlockCount: this.#valueBlocks,
      blockCount: this.#output.blockCount + 1,
    };
  }
}

function bloomOf(options: StoreFileOptions, output: BlockOutput, partBytes: number): BloomFilterWriter | null {
  const { bloomFilter, bloomPrefixLength = null } = options;
  const isNone = bloomFilter === 'NONE' || (bloomFilter === 'ROWPREFIX_FIXED_LENGTH' && bloomPrefixLength === null);
  return isNone ? null : new BloomFilterWriter(bloomFilter === 'ROWCOL', bloomPrefixLength, output, partBytes);
}
