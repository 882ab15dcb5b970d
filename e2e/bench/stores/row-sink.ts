import { GrowingBytes } from './growing-bytes.js';
import type { PackedBatch } from './packed-rows.js';

/**
 * About 2,000 rows of the benchmark: small enough that the page starts early, large enough that messages cost little.
 */
const BATCH_BYTES = 256 * 1024;
const FIRST_KEY_BYTES = 64 * 1024;

const encoder = new TextEncoder();

/**
 * Takes what a store reads, and hands it on in batches while the store reads on. It packs bytes directly from the
 * memory of the store's engine: it makes no object for a row.
 */
export class RowSink {
  private readonly keys = new GrowingBytes(FIRST_KEY_BYTES);
  private readonly values = new GrowingBytes(BATCH_BYTES);
  private readonly onBatch: (batch: PackedBatch) => void;

  /** `onBatch` owns the buffers of its batch. */
  constructor(onBatch: (batch: PackedBatch) => void) {
    this.onBatch = onBatch;
  }

  /** Whether `take` would return nothing. Costs less than a batch without rows. */
  get isEmpty(): boolean {
    return this.values.count === 0;
  }

  /** Adds a row whose key, in UTF-8, and value lie in `memory`, which is read before the call returns. */
  add(memory: Uint8Array, keyStart: number, keyEnd: number, valueStart: number, valueEnd: number): void {
    if (this.values.size + valueEnd - valueStart > BATCH_BYTES) this.flush();
    this.keys.add(memory, keyStart, keyEnd);
    this.values.add(memory, valueStart, valueEnd);
  }

  /** Adds a row of a store that returns its keys as texts. */
  addRow(key: string, value: Uint8Array): void {
    if (this.values.size + value.length > BATCH_BYTES) this.flush();
    const bytes = encoder.encode(key);
    this.keys.add(bytes, 0, bytes.length);
    this.values.add(value, 0, value.length);
  }

  /** Adds a value alone, which lies in `memory`: the next of a list of answers. */
  addValue(memory: Uint8Array, start: number = 0, end: number = memory.length): void {
    if (this.values.size + end - start > BATCH_BYTES) this.flush();
    this.values.add(memory, start, end);
  }

  /** The next of a list of answers is that there is no value. */
  addMissing(): void {
    this.values.addMissing();
  }

  /** Returns the last batch, which has not been handed on. The sink can be used again. */
  take(): PackedBatch {
    return { keys: this.keys.count > 0 ? this.keys.take() : null, values: this.values.take() };
  }

  private flush(): void {
    if (this.values.size > 0) this.onBatch(this.take());
  }
}
