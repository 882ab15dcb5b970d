import { ByteWriter } from '../../bytes/byte-writer.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { BlockKind, FRAME_BYTES } from './block-frame.js';
import type { IndexLayout } from './block-index-format.js';
import { BlockIndexWriter } from './block-index-writer.js';
import type { BlockOutput } from './block-output.js';
import { BITS_PER_KEY, encodeBloomPart, hashColumn, hashRow, PART_HEADER_BYTES } from './bloom-filter.js';
import type { LastKey } from './last-key.js';

/** Size of a part with its frame; small, because a cold get reads and checks one. */
const PART_BYTES = 16 * 1024;

/**
 * Collects the keys of the filter (rows, the first bytes of rows, or columns), and writes each part when it is full.
 */
export class BloomFilterWriter {
  readonly #columns: boolean;
  readonly #prefixLength: number;
  readonly #output: BlockOutput;
  readonly #index: BlockIndexWriter;
  readonly #separator = new ByteWriter();
  readonly #hashes: Int32Array;
  #count = 0;

  /** A part has at most `partBytes` bytes; `prefixLength` bytes of each row are used, or all if it is null. */
  constructor(columns: boolean, prefixLength: number | null, output: BlockOutput, partBytes: number) {
    this.#columns = columns;
    this.#prefixLength = prefixLength ?? Number.POSITIVE_INFINITY;
    this.#output = output;
    this.#index = new BlockIndexWriter(output, partBytes);
    const bytes = Math.min(partBytes, PART_BYTES) - FRAME_BYTES - PART_HEADER_BYTES;
    this.#hashes = new Int32Array(Math.floor((bytes * 8) / BITS_PER_KEY));
  }

  /** Adds the key of a cell. REQUIRES that `last.compare(cell)` was called immediately before. */
  add(cell: CellView, last: LastKey): void {
    if (last.sameRow ? !this.#columns || last.sameColumn : last.shared >= this.#prefixLength) return;
    if (this.#count === this.#hashes.length) this.#finishPart();
    if (this.#count === 0) {
      this.#separator.reset();
      last.writeSeparator(cell, this.#separator);
    }
    // The separator is not after the prefix either: it ends with the first byte in which the rows differ, and the
    // prefix contains that byte.
    const row = hashRow(cell.key, cell.rowOffset, Math.min(cell.rowLength, this.#prefixLength));
    this.#hashes[this.#count++] = this.#columns
      ? hashColumn(row, cell.key, cell.qualifierOffset, cell.qualifierLength)
      : row;
  }

  /** Writes the rest. Returns null if there was no key. */
  finish(): IndexLayout | null {
    if (this.#count > 0) this.#finishPart();
    return this.#index.finish();
  }

  #finishPart(): void {
    const part = encodeBloomPart(this.#hashes, this.#count);
    this.#index.add(this.#separator, this.#output.write(BlockKind.Bloom, part, 0, part.length));
    this.#count = 0;
  }
}
