import type { Note } from '../stores/notes.js';
import type { Row } from '../stores/store.js';

/*
 * The data of every workload: generated from numbers, and the same in each run. Keys have 16 characters, look random
 * and sort in the order of their indexes. Values contain their row and version; the rest of a value is incompressible.
 */

export const VALUE_BYTES = 100;
const KEY_SPACE = 2 ** 48;

/** The key of row `index` of `count`: larger for a larger index. */
export function keyAt(index: number, count: number): string {
  const step = Math.floor(KEY_SPACE / count);
  const place = index * step + (mix(index) % step);
  return place.toString(16).padStart(12, '0') + (mix(index + 0x5bd1e995) & 0xffff).toString(16).padStart(4, '0');
}

/** The value of a version of a row, in a separate buffer. */
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

/** The version of the row in a value. Throws if the value belongs to another row or is damaged. */
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

/** The rows that share a kind, and about as many as share a day. */
export const ROWS_PER_KIND = 100;
const ROWS_PER_DAY = 1_000;
/** How far a new version of a row moves its kind and its day. It divides no usual number of either. */
const SHIFT = 7_919;
const FIRST_DAY = Date.UTC(2020, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The rows `indexes` of `count` as notes. Another version of a row has another kind and day. */
export function notesAt(indexes: Iterable<number>, count: number, version: number = 0): Note[] {
  return Array.from(indexes, (index) => noteAt(index, count, version));
}

export function noteAt(index: number, count: number, version: number = 0): Note {
  const days = Math.max(1, Math.round(count / ROWS_PER_DAY));
  const day = FIRST_DAY + ((mix(index) + version * SHIFT) % days) * DAY_MS;
  return {
    key: keyAt(index, count),
    value: valueAt(index, version),
    kind: kindName((index + version * SHIFT) % kindCount(count)),
    day: new Date(day).toISOString().slice(0, 10),
  };
}

/** The number of kinds of `count` rows: each has 100 of them, or one more if `count` is not a multiple of 100. */
export function kindCount(count: number): number {
  return Math.max(1, Math.floor(count / ROWS_PER_KIND));
}

export function kindName(kind: number): string {
  return `kind-${kind.toString().padStart(6, '0')}`;
}

/** The rows with a kind in version 0, which are spread over all keys. */
export function rowsOfKind(kind: number, count: number): number[] {
  const kinds = kindCount(count);
  return Array.from({ length: Math.ceil((count - kind) / kinds) }, (_, at) => kind + at * kinds);
}

/** 0 … count-1 in a random order that depends on `seed`. */
export function shuffled(count: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  const random = randomFrom(seed);
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
  return order;
}

/** Random numbers from 0 up to 1 that depend on `seed`. */
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
