import type { EdgeKind, Subject } from './automaton.js';

/*
 * What edges test. A line ends with \n, \r, \r\n, U+0085, U+2028 or U+2029, as in Java; no line begins or ends within
 * \r\n.
 */

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const WORD = /[\p{L}\p{Nd}_]/u;

export const ALWAYS: EdgeKind = position(() => true);
export const BEGIN: EdgeKind = position((_, at) => at === 0);
/** The end of the text, or before a line end that ends it. */
export const END: EdgeKind = position((subject, at) => {
  const left = subject.codes.length - at;
  return endsHere(subject, at) && (left < 2 || (left === 2 && isInLineEnd(subject.codes, at + 1)));
});
/** Not the end of the text, even after a line end. */
export const LINE_BEGIN: EdgeKind = position(
  ({ codes }, at) => at < codes.length && (at === 0 || (endsLine(codes[at - 1]) && !isInLineEnd(codes, at))),
);
export const LINE_END: EdgeKind = position(endsHere);
export const WORD_BORDER: EdgeKind = position(isWordBorder);
export const NO_WORD_BORDER: EdgeKind = position((subject, at) => !isWordBorder(subject, at));

/** Whether the look-around with this number matches, or does not. */
export function look(number: number, matches: boolean): EdgeKind {
  return position(({ looks }, at) => (((looks[at] as number) >>> number) & 1) === Number(matches));
}

/** Reads a character that is in one of the ranges, or in none of them: first code point, last code point, first … */
export function among(ranges: readonly number[], isMember: boolean): EdgeKind {
  const test = ({ codes }: Subject, at: number) => {
    const code = codes[at] as number;
    for (let index = 0; index < ranges.length; index += 2) {
      if (code >= (ranges[index] as number) && code <= (ranges[index + 1] as number)) return isMember;
    }
    return !isMember;
  };
  return { reads: true, cost: 1 + ranges.length / 2, test };
}

/** Reads a character that equals the one a fixed number of characters before it. */
export function repeats(distance: number): EdgeKind {
  return { reads: true, cost: 1, test: ({ codes }, at) => codes[at] === codes[at - distance] };
}

function position(test: EdgeKind['test']): EdgeKind {
  return { reads: false, cost: 1, test };
}

function isWordBorder({ codes }: Subject, at: number): boolean {
  return isWord(codes[at - 1]) !== isWord(codes[at]);
}

function endsHere({ codes }: Subject, at: number): boolean {
  return (at === codes.length || endsLine(codes[at])) && !isInLineEnd(codes, at);
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
