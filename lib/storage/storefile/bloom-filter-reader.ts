import type { CellView } from '../../keyvalue/cell-view.js';
import { BlockKind } from './block-frame.js';
import { BlockIndex, IndexPosition } from './block-index.js';
import type { IndexLayout } from './block-index-format.js';
import type { BlockReader } from './block-reader.js';
import { bloomPartMayContain } from './bloom-filter.js';

/** Reads the bloom filter of a file; see bloom-filter. Parts are read through the cache when they are needed. */
export class BloomFilterReader {
  readonly #reader: BlockReader;
  readonly #index: BlockIndex;
  readonly #position = new IndexPosition();

  constructor(reader: BlockReader, layout: IndexLayout) {
    this.#reader = reader;
    this.#index = new BlockIndex(reader, layout);
  }

  /**
   * Whether the filter may contain the key with this hash. The first key `at` its row or column determines the part.
   */
  mayContain(at: CellView, keyHash: number): boolean {
    this.#index.seek(this.#position, at);
    const part = this.#reader.block(BlockKind.Bloom, this.#position);
    const answer = bloomPartMayContain(part.bytes, part.view, part.start, keyHash);
    this.#reader.release(part);
    return answer;
  }
}
