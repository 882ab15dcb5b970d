import { type Population, population } from './content.js';

/** Each population has four times as many keys as the one before it. */
const GROWTH = 4;

/**
 * Keys that are used with frequencies by Zipf's law: the key of rank r as often as 1 / r^exponent. Keys of similar ranks
 * form a population, in which all are used equally often (`reads`).
 */
export function zipfPopulations({
  keys,
  exponent,
  cellBytes,
}: {
  readonly keys: number;
  readonly exponent: number;
  readonly cellBytes: number;
}): readonly Population[] {
  const populations: Population[] = [];
  for (let first = 1, count = 1; first <= keys; first += count, count *= GROWTH) {
    const last = Math.min(keys, first + count - 1);
    let frequency = 0;
    for (let rank = first; rank <= last; rank++) frequency += rank ** -exponent;
    const size = last - first + 1;
    populations.push(population({ keys: size, cellBytes, overwritten: true, reads: frequency / size }));
  }
  return populations;
}
