import { ByteReader } from '../../bytes/byte-reader.js';
import { invalidArgument } from '../../errors.js';
import type { FilterEvaluator } from './filter-evaluator.js';

/** Reads the bytes that the classes of filters and comparators encode. */
export class FilterReader extends ByteReader {
  readonly #decode: (reader: FilterReader) => FilterEvaluator;

  /** `decode` reads a filter inside another one. */
  constructor(bytes: Uint8Array, decode: (reader: FilterReader) => FilterEvaluator) {
    super(bytes, 0, bytes.length, 'a filter');
    this.#decode = decode;
  }

  filter(): FilterEvaluator {
    return this.#decode(this);
  }

  /** A byte below `limit`. */
  below(limit: number): number {
    return required(this.u8(), limit);
  }

  /** The entry of `table` whose index is the next byte. */
  oneOf<T>(table: readonly T[]): T {
    return table[this.below(table.length)] as T;
  }

  flag(): boolean {
    return this.below(2) > 0;
  }

  /** An integer from 0 to 2^53-1. */
  count(): number {
    return required(this.f64(), 2 ** 53);
  }

  /** Sized bytes, or null. */
  nullable(): Uint8Array | null {
    return this.flag() ? this.sized() : null;
  }

  /** A u32 count, then that many items, each read by `read`. */
  list<T>(read: () => T): T[] {
    const items: T[] = [];
    for (let left = this.u32(); left > 0; left--) items.push(read());
    return items;
  }
}

function required(value: number, limit: number): number {
  if (Number.isInteger(value) && value >= 0 && value < limit) return value;
  throw invalidArgument(`a filter contains the number ${value}, which must be from 0 to ${limit - 1} here`);
}
