/*
 * The tests of edges. A line ends with \n, \r, \r\n, U+0085, U+2028 or U+2029, as in Java; no line begins or ends
 * within \r\n.
 */

/** A text, and where its look-arounds match. */
export interface Subject {
  /** Code points. */
  readonly codes: Uint32Array;
  /** For each position, from 0 to the number of code points, a bit for each look-around that matches there. */
  readonly looks: Uint32Array;
}

/**
 * Whether an edge may be followed: for the character at `at`, or, when it reads none, for the position before that
 * character.
 */
export type EdgeTest = (subject: Subject, at: number, args: readonly number[]) => boolean;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const WORD = /[\p{L}\p{Nd}_]/u;

/** The test of each kind of edge, at its number. */
export const EDGE_TESTS: readonly EdgeTest[] = [
  () => true,
  (_, at) => at === 0,
  ({ codes }, at) => {
    const left = codes.length - at;
    if (left > 1) return left === 2 && isInLineEnd(codes, at + 1);
    return left === 0 || (endsLine(codes[at]) && !isInLineEnd(codes, at));
  },
  // Not at the end of the text, even after a line end.
  ({ codes }, at) => at < codes.length && (at === 0 || (endsLine(codes[at - 1]) && !isInLineEnd(codes, at))),
  ({ codes }, at) => (at === codes.length || endsLine(codes[at])) && !isInLineEnd(codes, at),
  isWordBorder,
  (subject, at) => !isWordBorder(subject, at),
  holds,
  (subject, at, args) => !holds(subject, at, args),
  isAmong,
  (subject, at, args) => !isAmong(subject, at, args),
  ({ codes }, at, args) => codes[at] === codes[at - (args[0] as number)],
];

function isWordBorder({ codes }: Subject, at: number): boolean {
  return isWord(codes[at - 1]) !== isWord(codes[at]);
}

function holds({ looks }: Subject, at: number, args: readonly number[]): boolean {
  return (((looks[at] as number) >>> (args[0] as number)) & 1) !== 0;
}

function isAmong({ codes }: Subject, at: number, ranges: readonly number[]): boolean {
  const code = codes[at] as number;
  for (let index = 0; index < ranges.length; index += 2) {
    if (code >= (ranges[index] as number) && code <= (ranges[index + 1] as number)) return true;
  }
  return false;
}

function endsLine(code: number | undefined): boolean {
  return code === LINE_FEED || code === RETURN || code === 0x85 || code === 0x2028 || code === 0x2029;
}

function isInLineEnd(codes: Uint32Array, at: number): boolean {
  return codes[at] === LINE_FEED && codes[at - 1] === RETURN;
}

function isWord(code: number | undefined): boolean {
  return code !== undefined && WORD.test(String.fromCodePoint(code));
}
