/** The value that a share of all values does not exceed, between two of them in proportion. REQUIRES a value. */
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

/** How many times better `own` is: above 1 it is better. */
export function timesBetter(own: number, other: number, better: 'higher' | 'lower'): number {
  return better === 'higher' ? own / other : other / own;
}
