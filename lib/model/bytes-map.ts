import { toStringBinary } from '../bytes/text.js';
import { toBytes } from './bytes-like.js';

/**
 * A read-only map whose keys are bytes, in the order of the cells it was made from. `get` and `has` accept text or
 * bytes; iteration returns bytes. Arrays returned as keys and values belong to the caller.
 */
export class BytesMap<V> implements Iterable<[Uint8Array, V]> {
  private readonly index: ReadonlyMap<string, readonly [Uint8Array, V]>;

  /** If two keys are equal, the first entry is used. */
  constructor(entries: Iterable<readonly [Uint8Array, V]>) {
    const index = new Map<string, readonly [Uint8Array, V]>();
    for (const entry of entries) {
      const key = toStringBinary(entry[0]);
      if (!index.has(key)) index.set(key, entry);
    }
    this.index = index;
  }

  get size(): number {
    return this.index.size;
  }

  /** The value, or null if the key is missing. */
  get(key: string | Uint8Array): V | null {
    return this.index.get(keyText(key))?.[1] ?? null;
  }

  has(key: string | Uint8Array): boolean {
    return this.index.has(keyText(key));
  }

  *keys(): IterableIterator<Uint8Array> {
    for (const [key] of this) yield key;
  }

  *values(): IterableIterator<V> {
    for (const [, value] of this) yield value;
  }

  entries(): IterableIterator<[Uint8Array, V]> {
    return this[Symbol.iterator]();
  }

  forEach(callback: (value: V, key: Uint8Array, map: this) => void): void {
    for (const [key, value] of this) callback(value, key, this);
  }

  *[Symbol.iterator](): IterableIterator<[Uint8Array, V]> {
    for (const [key, value] of this.index.values()) yield [key.slice(), value];
  }
}

function keyText(key: string | Uint8Array): string {
  return toStringBinary(toBytes(key, 'a key'));
}
