/**
 * Number of leading bytes that two parts of arrays have in common, when the first `known` are known to be. In a sorted
 * run every key between two others shares with a target what both share with it, so a search compares those bytes once.
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
