import { ByteReader } from '../bytes/byte-reader.js';
import { invalidArgument } from '../errors.js';

/** Reads the bytes that the classes of filters and comparators encode. `T` is what a filter becomes. */
export class FilterReader<T> extends ByteReader {
  private readonly decode: (reader: FilterReader<T>) => T;

  /** `decode` reads a filter inside another one. */
  constructor(bytes: Uint8Array, decode: (reader: FilterReader<T>) => T) {
    super(bytes, 0, bytes.length, 'a filter');
    this.decode = decode;
  }

  filter(): T {
    return this.decode(this);
  }

  /** A byte below `limit`. */
  below(limit: number): number {
    return required(this.u8(), limit);
  }

  /** The entry of `table` whose index is the next byte. */
  oneOf<E>(table: readonly E[]): E {
    return table[this.below(table.length)] as E;
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
  list<E>(read: () => E): E[] {
    const items: E[] = [];
    for (let left = this.u32(); left > 0; left--) items.push(read());
    return items;
  }
}

function required(value: number, limit: number): number {
  if (Number.isInteger(value) && value >= 0 && value < limit) return value;
  throw invalidArgument(`a filter contains the number ${value}, which must be from 0 to ${limit - 1} here`);
}
