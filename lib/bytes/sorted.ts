/**
 * The index in `sorted` of the first entry for which `isBefore` returns false. REQUIRES false for all later entries
 * too.
 */
export function lowerBound<T>(sorted: readonly T[], isBefore: (entry: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
