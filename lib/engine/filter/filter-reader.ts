import { ByteReader } from '../../bytes/byte-reader.js';
import { invalidArgument } from '../../errors.js';
import type { FilterEvaluator } from './filter-evaluator.js';

/** Reads what the classes of filters and comparators encode. */
export class FilterReader extends ByteReader {
  private readonly decode: (reader: FilterReader) => FilterEvaluator;

  /** `decode` reads a filter that stands in another one. */
  constructor(bytes: Uint8Array, decode: (reader: FilterReader) => FilterEvaluator) {
    super(bytes, 0, bytes.length, 'a filter');
    this.decode = decode;
  }

  filter(): FilterEvaluator {
    return this.decode(this);
  }

  /** A byte below `limit`. */
  below(limit: number): number {
    return required(this.u8(), limit);
  }

  /** A u32 below `limit`. */
  index(limit: number): number {
    return required(this.u32(), limit);
  }

  flag(): boolean {
    return this.below(2) > 0;
  }

  /** An integer from 0 up to 2^53-1. */
  count(): number {
    return required(this.f64(), 2 ** 53);
  }

  /** Sized bytes, or null. */
  nullable(): Uint8Array | null {
    return this.flag() ? this.sized() : null;
  }

  /** A u32 count, then each by `read`. */
  list<T>(read: () => T): T[] {
    const items: T[] = [];
    for (let left = this.u32(); left > 0; left--) items.push(read());
    return items;
  }
}

function required(value: number, limit: number): number {
  if (Number.isInteger(value) && value >= 0 && value < limit) return value;
  throw invalidArgument(`a filter has the number ${value} instead of one from 0 to ${limit - 1}`);
}
