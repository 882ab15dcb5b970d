/** The smallest byte string after `bytes`: `bytes` followed by 0x00. */
export function nextKey(bytes: Uint8Array): Uint8Array {
  const next = new Uint8Array(bytes.length + 1);
  next.set(bytes);
  return next;
}

/**
 * The smallest byte string after all that begin with `prefix`: the prefix without trailing 0xFF bytes, with its last
 * byte incremented (O-11). Null if there is none: for an empty prefix, and for one of 0xFF bytes only.
 */
export function prefixStop(prefix: Uint8Array): Uint8Array | null {
  let { length } = prefix;
  while (prefix[length - 1] === 0xff) length--;
  const last = prefix[length - 1];
  if (last === undefined) return null;
  const stop = new Uint8Array(prefix.subarray(0, length));
  stop[length - 1] = last + 1;
  return stop;
}

/**
 * The shortest `s` with `a < s <= b`. REQUIRES `a < b`.
 *
 * It is one byte longer than their common prefix: every prefix of the common part sorts before or with `a`.
 */
export function shortestSeparator(a: Uint8Array, b: Uint8Array): Uint8Array {
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  return new Uint8Array(b.subarray(0, common + 1));
}
