import { shuffled } from './data.js';

/** How much more often the first rows are drawn; that of YCSB. */
const SKEW = 0.99;

/**
 * Draws rows of which few are drawn often: the n-th most wanted 1/n^0.99 as often as the first. They lie anywhere in
 * the table.
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
