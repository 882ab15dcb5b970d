import { ByteWriter } from '../../bytes/byte-writer.js';
import { BlockKind, type BlockLocation } from './block-frame.js';
import type { IndexLayout } from './block-index-format.js';
import type { BlockOutput } from './block-output.js';

/** Bytes of an entry before its separator. */
const POINTER_BYTES = 16;

/** Writes the index of a run of blocks; see block-index-format. A full leaf is written to the file immediately. */
export class BlockIndexWriter {
  readonly #output: BlockOutput;
  readonly #leafBytes: number;
  readonly #leaf = new IndexBlock();
  readonly #root = new IndexBlock();

  /** A leaf has about `leafBytes` bytes. */
  constructor(output: BlockOutput, leafBytes: number) {
    this.#output = output;
    this.#leafBytes = leafBytes;
  }

  /** Adds a block after the previous ones; `separator` is what LastKey wrote, and may be reused after this returns. */
  add(separator: ByteWriter, block: BlockLocation): void {
    const leaf = this.#leaf;
    if (leaf.count > 0 && leaf.lengthWith(separator.length) > this.#leafBytes) this.#finishLeaf();
    leaf.add(separator.bytes, 0, separator.length, block);
  }

  /** Writes the rest. Returns null if the index has no entry. */
  finish(): IndexLayout | null {
    if (this.#leaf.count === 0) return null;
    if (this.#root.count === 0) return { levels: 1, root: this.#leaf.writeTo(this.#output) };
    this.#finishLeaf();
    return { levels: 2, root: this.#root.writeTo(this.#output) };
  }

  #finishLeaf(): void {
    const leaf = this.#leaf;
    const root = this.#root;
    const length = leaf.firstSeparatorLength;
    const location = leaf.writeTo(this.#output);
    root.add(leaf.entries.bytes, POINTER_BYTES, length, location);
    leaf.reset();
  }
}

class IndexBlock {
  readonly entries = new ByteWriter(1024);
  firstSeparatorLength = 0;
  readonly #positions: number[] = [];

  get count(): number {
    return this.#positions.length;
  }

  lengthWith(separatorLength: number): number {
    return this.entries.length + POINTER_BYTES + separatorLength + 4 * (this.#positions.length + 2);
  }

  add(separator: Uint8Array, at: number, length: number, block: BlockLocation): void {
    const { entries } = this;
    const positions = this.#positions;
    if (positions.length === 0) this.firstSeparatorLength = length;
    positions.push(entries.length);
    entries.f64(block.offset);
    entries.u32(block.length);
    entries.u32(block.ordinal);
    entries.raw(separator, at, length);
  }

  /** The entries stay readable until `reset`. */
  writeTo(output: BlockOutput): BlockLocation {
    const { entries } = this;
    const positions = this.#positions;
    for (const position of positions) entries.u32(position);
    entries.u32(positions.length);
    return output.write(BlockKind.Index, entries.bytes, 0, entries.length);
  }

  reset(): void {
    this.entries.reset();
    this.#positions.length = 0;
  }
}
