/** The value that `share` of all values do not exceed, interpolated between two of them. REQUIRES a value. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) throw new Error('no values');
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that occurs most often; if there are several, the first. Undefined if there are no values. */
export function mostFrequent(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0];
}

/** The spread of values: their extremes, the borders of their middle half, and their median. */
export interface Spread {
  readonly least: number;
  readonly low: number;
  readonly median: number;
  readonly high: number;
  readonly most: number;
  readonly count: number;
}

/** REQUIRES a value. */
export function spreadOf(values: readonly number[]): Spread {
  const [least, low, middle, high, most] = [0, 0.25, 0.5, 0.75, 1].map((share) => quantile(values, share)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { least, low, median: middle, high, most, count: values.length };
}

/** The probability that at least `count` of `all` thrown coins show the same given side. */
export function chanceOfAtLeast(count: number, all: number): number {
  let ways = 1;
  let sum = 0;
  for (let heads = all; heads >= count; heads--) {
    sum += ways;
    ways = (ways * heads) / (all - heads + 1);
  }
  return sum / 2 ** all;
}

/** How many times better `own` is. Above 1, it is better. */
export function timesBetter(own: number, other: number, better: 'higher' | 'lower'): number {
  return better === 'higher' ? own / other : other / own;
}
