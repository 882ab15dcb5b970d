/**
 * Whether two reads request the same: equal text and numbers, and the same content of bytes, dates, lists and objects. So
 * a read that a component creates at each render is the same read. Visits every property of both, so that a framework
 * that tracks access notices a change of any of them.
 */
export function sameRead(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (a instanceof Date || b instanceof Date) return Number(a) === Number(b);
  const keys = Object.keys(a);
  return (
    Object.getPrototypeOf(a) === Object.getPrototypeOf(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameRead(a[key as never], b[key as never]))
  );
}
