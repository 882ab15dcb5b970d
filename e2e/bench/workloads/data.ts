import type { Row } from '../stores/store.js';

/*
 * The data of every workload: drawn from numbers, the same in each run. Keys are 16 characters that look random and are
 * sorted as their indexes are; values say which row and which version they are and are incompressible else.
 */

export const VALUE_BYTES = 100;
const KEY_SPACE = 2 ** 48;

/** Key of the row `index` of `count`: larger for a larger index. */
export function keyAt(index: number, count: number): string {
  const step = Math.floor(KEY_SPACE / count);
  const place = index * step + (mix(index) % step);
  return place.toString(16).padStart(12, '0') + (mix(index + 0x5bd1e995) & 0xffff).toString(16).padStart(4, '0');
}

/** The value of a version of a row, in a buffer of its own. */
export function valueAt(index: number, version: number = 0): Uint8Array {
  const words = new Uint32Array(VALUE_BYTES / 4);
  words[0] = index;
  words[1] = version;
  let state = mix(index * 31 + version * 0x9e3779b1);
  for (let at = 2; at < words.length; at++) {
    state = (state + 0x9e3779b9) | 0;
    words[at] = mix(state);
  }
  return new Uint8Array(words.buffer);
}

/** Which version of the row a value is. Throws when it is of another row, or damaged. */
export function versionIn(value: Uint8Array | null | undefined, index: number): number {
  if (value?.length !== VALUE_BYTES) throw new Error(`row ${index}: a value of ${value?.length ?? 'no'} bytes`);
  const version = new DataView(value.buffer, value.byteOffset).getUint32(4, true);
  const expected = valueAt(index, version);
  for (let at = 0; at < VALUE_BYTES; at++) {
    if (value[at] !== expected[at]) throw new Error(`row ${index}: wrong at byte ${at}`);
  }
  return version;
}

/** The rows `indexes` of `count`. */
export function rowsAt(indexes: Iterable<number>, count: number, version: number = 0): Row[] {
  return Array.from(indexes, (index) => ({ key: keyAt(index, count), value: valueAt(index, version) }));
}

/** 0 … count-1 in an order that is drawn from `seed`. */
export function shuffled(count: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  const random = randomFrom(seed);
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  return order;
}

/** Numbers from 0 up to 1, drawn from `seed`. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    return mix(state) / 2 ** 32;
  };
}

/** Scrambles 32 bits. */
function mix(number: number): number {
  let state = number | 0;
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
  return (state ^ (state >>> 15)) >>> 0;
}
