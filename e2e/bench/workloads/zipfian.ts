import { shuffled } from './data.js';

/** The exponent of the distribution, as in YCSB. */
const SKEW = 0.99;

/**
 * Draws rows, a few of them often: the n-th most frequent row is drawn 1/n^0.99 times as often as the first. These rows
 * are spread over the whole table.
 */
export function zipfian(count: number, random: () => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1) ** SKEW;
    sums[rank] = sum;
  }
  const rows = shuffled(count, 77);
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return rows[low] as number;
  };
}
