/*
 * Sets of characters, as ranges of code points: first, last, first, last …
 */

const LAST_CODE = 0x10ffff;

const DIGITS = [0x30, 0x39];
const SPACES = [0x09, 0x0d, 0x20, 0x20];
const WORDS = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
const LINE_ENDS = [0x0a, 0x0a, 0x0d, 0x0d, 0x85, 0x85, 0x2028, 0x2029];

/** The ranges of `\d` and the like: ASCII only, as in Java. */
export const CLASSES: Readonly<Record<string, readonly number[]>> = {
  d: DIGITS,
  D: allBut(DIGITS),
  s: SPACES,
  S: allBut(SPACES),
  w: WORDS,
  W: allBut(WORDS),
};

export const ANY: readonly number[] = [0, LAST_CODE];
export const ANY_IN_LINE: readonly number[] = allBut(LINE_ENDS);

/** The range and, if case does not matter, its ASCII letters in the other case. */
export function rangesOf(first: number, last: number, anyCase: boolean): readonly number[] {
  const ranges = [first, last];
  if (!anyCase) return ranges;
  for (const [from, to, step] of [
    [0x41, 0x5a, 0x20],
    [0x61, 0x7a, -0x20],
  ] as const) {
    const begin = Math.max(first, from);
    const end = Math.min(last, to);
    if (begin <= end) ranges.push(begin + step, end + step);
  }
  return ranges;
}

/** REQUIRES sorted ranges, with other characters before the first one and between any two. */
function allBut(ranges: readonly number[]): readonly number[] {
  return [0, ...ranges.map((code, index) => (index % 2 === 0 ? code - 1 : code + 1)), LAST_CODE];
}
