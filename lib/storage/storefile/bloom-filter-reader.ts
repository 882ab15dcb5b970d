import { corruption } from '../../errors.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { isHandleLost } from '../fs/file-errors.js';
import type { CachedBlock } from './block-cache.js';
import { BlockKind, type BlockLocation } from './block-frame.js';
import { BlockIndex, IndexPosition } from './block-index.js';
import type { IndexLayout } from './block-index-format.js';
import type { BlockCheck, BlockReader } from './block-reader.js';
import { bloomPartMayContain, isBloomPart } from './bloom-filter.js';

/** Reads the bloom filter of a file; see bloom-filter. Parts are read through the cache when they are needed. */
export class BloomFilterReader implements BlockCheck {
  readonly #reader: BlockReader;
  readonly #index: BlockIndex;
  readonly #position = new IndexPosition();
  readonly #onUnreadable: (error: unknown) => void;
  #reported = false;

  /** `onUnreadable` is called with the first error. */
  constructor(reader: BlockReader, layout: IndexLayout, onUnreadable: (error: unknown) => void) {
    this.#reader = reader;
    this.#onUnreadable = onUnreadable;
    this.#index = new BlockIndex(reader, layout, null);
  }

  /** Checks a part of the filter. */
  check({ view, start, end }: CachedBlock, { offset }: BlockLocation): void {
    if (isBloomPart(view, start, end)) return;
    throw corruption(this.#reader.path, offset, `${end - start} bytes are not a part of a bloom filter`);
  }

  /**
   * Whether the filter may contain the key with this hash. The first key `at` its row or column determines the part.
   * The answer is "maybe" if the part cannot be read: the filter only saves reads.
   */
  mayContain(at: CellView, keyHash: number): boolean {
    try {
      this.#index.seek(this.#position, at);
      const part = this.#reader.block(BlockKind.Bloom, this.#position, this);
      const answer = bloomPartMayContain(part.bytes, part.view, part.start, keyHash);
      this.#reader.release(part);
      return answer;
    } catch (error) {
      // Then the data cannot be read either, until the file was opened again.
      if (isHandleLost(error) || error === this.#reader.failure) throw error;
      if (!this.#reported) this.#onUnreadable(error);
      this.#reported = true;
      return true;
    }
  }
}
