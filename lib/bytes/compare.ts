/**
 * The order of byte strings (O-1): lexicographic on unsigned bytes, a proper prefix first.
 */

/** Negative, zero or positive if `a` sorts before, with or after `b` (O-1). */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return compareRanges(a, 0, a.length, b, 0, b.length);
}

/** `compareBytes` on parts of two arrays. REQUIRES both ranges inside their arrays. */
export function compareRanges(
  a: Uint8Array,
  aOffset: number,
  aLength: number,
  b: Uint8Array,
  bOffset: number,
  bLength: number,
): number {
  const length = Math.min(aLength, bLength);
  for (let index = 0; index < length; index++) {
    const difference = (a[aOffset + index] as number) - (b[bOffset + index] as number);
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}

/** Whether both contain the same bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return equalRanges(a, 0, a.length, b, 0, b.length);
}

/**
 * `equalBytes` on parts of two arrays. REQUIRES both ranges inside their arrays.
 * Compares from the end, where neighbors in sorted data differ first.
 */
export function equalRanges(
  a: Uint8Array,
  aOffset: number,
  aLength: number,
  b: Uint8Array,
  bOffset: number,
  bLength: number,
): boolean {
  if (aLength !== bLength) return false;
  for (let index = aLength - 1; index >= 0; index--) {
    if (a[aOffset + index] !== b[bOffset + index]) return false;
  }
  return true;
}
