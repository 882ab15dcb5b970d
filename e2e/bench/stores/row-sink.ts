import { GrowingBytes } from './growing-bytes.js';
import type { PackedBatch } from './packed-rows.js';

/**
 * About 2,000 rows of the benchmark: small enough for the page to start early, and large enough to make the cost of
 * messages small.
 */
const BATCH_BYTES = 256 * 1024;
const FIRST_KEY_BYTES = 64 * 1024;

const encoder = new TextEncoder();

/**
 * Receives the data that a store reads, and passes it on in batches while the store continues to read. It packs bytes
 * directly from the memory of the store's engine, without creating an object for each row.
 */
export class RowSink {
  private readonly keys = new GrowingBytes(FIRST_KEY_BYTES);
  private readonly values = new GrowingBytes(BATCH_BYTES);
  private readonly onBatch: (batch: PackedBatch) => void;

  /** `onBatch` owns the buffers of its batch. */
  constructor(onBatch: (batch: PackedBatch) => void) {
    this.onBatch = onBatch;
  }

  /** Whether `take` would return nothing. Checking this costs less than an empty batch. */
  get isEmpty(): boolean {
    return this.values.count === 0;
  }

  /** Adds a row whose key, in UTF-8, and value are in `memory`. The memory is read before the call returns. */
  add(memory: Uint8Array, keyStart: number, keyEnd: number, valueStart: number, valueEnd: number): void {
    if (this.values.size + valueEnd - valueStart > BATCH_BYTES) this.flush();
    this.keys.add(memory, keyStart, keyEnd);
    this.values.add(memory, valueStart, valueEnd);
  }

  /** Adds another text, in UTF-8, to the row that was added last. */
  addText(memory: Uint8Array, start: number, end: number): void {
    this.keys.add(memory, start, end);
  }

  /** Adds a row of a store that returns its keys as texts. */
  addRow(key: string, value: Uint8Array): void {
    if (this.values.size + value.length > BATCH_BYTES) this.flush();
    const bytes = encoder.encode(key);
    this.keys.add(bytes, 0, bytes.length);
    this.values.add(value, 0, value.length);
  }

  /** Adds a value in `memory`, without a key, as the next answer in a list. */
  addValue(memory: Uint8Array, start: number = 0, end: number = memory.length): void {
    if (this.values.size + end - start > BATCH_BYTES) this.flush();
    this.values.add(memory, start, end);
  }

  /** Adds a missing value as the next answer in a list. */
  addMissing(): void {
    this.values.addMissing();
  }

  /** Returns the last batch, which has not been passed on. The sink can be used again. */
  take(): PackedBatch {
    return { keys: this.keys.count > 0 ? this.keys.take() : null, values: this.values.take() };
  }

  private flush(): void {
    if (this.values.size > 0) this.onBatch(this.take());
  }
}
