/**
 * Number of leading bytes that two parts of arrays have in common, if the first `known` bytes are already known to be
 * equal. In a sorted run, a key between two others shares all leading bytes that both of them share with the target,
 * so a search compares those bytes only once.
 */
export function commonPrefix(
  a: Uint8Array,
  aOffset: number,
  aLength: number,
  b: Uint8Array,
  bOffset: number,
  bLength: number,
  known: number,
): number {
  const length = aLength < bLength ? aLength : bLength;
  let common = known;
  while (common < length && a[aOffset + common] === b[bOffset + common]) common++;
  return common;
}
