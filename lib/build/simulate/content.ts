/*
 * What a store file contains, as numbers of cells instead of cells.
 *
 * The keys of a load are divided into populations, whose keys are alike: equally likely to be written, written in the
 * same hours, or deleted together. A file has d of the K keys of a population, any d with the same probability. Then
 * these formulas say what a merge leaves:
 *
 *  - A key is missing from the output if it is missing from each input. If keys are overwritten at random and one
 *    version is kept, the output has K · (1 − Π (1 − dᵢ / K)) of them.
 *  - n writes to keys at random reach K · (1 − (1 − 1 / K)ⁿ) keys.
 *  - If no key is written twice, the output has Σ dᵢ.
 *  - If m of the K keys have a marker in the inputs, the share 1 − m / K of the puts remains.
 *  - A file that has the part s of the range of keys has the part s of every population.
 */

/** Keys that are alike. */
export interface Population {
  /** The number of keys; grows while new rows are written. */
  keys: number;
  readonly cellBytes: number;
  /** Whether a key may be written more than once; one version is kept. */
  readonly overwritten: boolean;
  /** How often one of these keys is read, compared with the others. */
  readonly reads: number;
  /** When the first of them was written, in ms. */
  readonly since: number;
  /** When all of them have expired, in ms; Infinity if never. */
  readonly expiresAt: number;
  /** The markers that delete these keys; null if they are never deleted. */
  readonly markers: Population | null;
  /** Whether these are markers themselves. */
  readonly areMarkers: boolean;
}

/** The number of cells of each population. */
export type Content = ReadonlyMap<Population, number>;

/** Fewer cells than this are none: all numbers are expected values. */
const NONE = 1e-3;

/** A population with the usual properties. */
export function population(some: Partial<Population> & Pick<Population, 'keys' | 'cellBytes'>): Population {
  return {
    overwritten: false,
    reads: 1,
    since: 0,
    expiresAt: Number.POSITIVE_INFINITY,
    markers: null,
    areMarkers: false,
    ...some,
  };
}

/** How a merge is made. */
export interface MergeRules {
  readonly now: number;
  /** The part of the range of keys that the inputs cover. */
  readonly share: number;
  /** Whether markers are dropped, because nothing older than the inputs remains. */
  readonly dropMarkers: boolean;
}

/** What remains of the inputs, by the formulas above. */
export function merged(inputs: readonly Content[], { now, share, dropMarkers }: MergeRules): Content {
  const united = new Map<Population, number>();
  for (const input of inputs)
    for (const [keys, count] of input) united.set(keys, union(keys, united.get(keys) ?? 0, count, share));
  const left = new Map<Population, number>();
  for (const [keys, count] of united) {
    if (keys.expiresAt <= now || (dropMarkers && keys.areMarkers)) continue;
    const deleted = keys.markers === null ? 0 : (united.get(keys.markers) ?? 0) / (keys.keys * share);
    const remaining = count * Math.max(0, 1 - deleted);
    if (remaining >= NONE) left.set(keys, remaining);
  }
  return left;
}

function union({ keys, overwritten }: Population, a: number, b: number, share: number): number {
  return overwritten ? a + b - (a * b) / (keys * share) : a + b;
}

/** The number of different keys that `writes` writes to `keys` keys at random reach. */
export function keysReached(keys: number, writes: number): number {
  return keys * (1 - (1 - 1 / keys) ** writes);
}

/** The cells in a part of the range of keys. */
export function partOf(content: Content, share: number): Content {
  return new Map([...content].map(([keys, count]) => [keys, count * share]));
}

export function bytesIn(content: Content): number {
  let bytes = 0;
  for (const [{ cellBytes }, count] of content) bytes += cellBytes * count;
  return bytes;
}

export function cellsIn(content: Content): number {
  let cells = 0;
  for (const count of content.values()) cells += count;
  return cells;
}
