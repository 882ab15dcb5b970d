/*
 * A regular expression as a nondeterministic automaton: states, and edges that lead from one state to another where
 * their test passes. An edge reads one character or none. Edges can be followed forwards or backwards, so a look-ahead
 * is found from the end of the text, as a look-behind is from its start.
 *
 * It is plain data: the page parses an expression, and the engine follows the automaton.
 */

/** What an edge tests. The numbers are those on the wire. */
export const EdgeKind = {
  /** Nothing. */
  Always: 0,
  Begin: 1,
  /** The end of the text, or before a line end that ends it. */
  End: 2,
  LineBegin: 3,
  LineEnd: 4,
  WordBorder: 5,
  NoWordBorder: 6,
  /** The look-around with this number matches. */
  Look: 7,
  NoLook: 8,
  /**
   * This edge and all later ones read a character. The character must be in one of the ranges: first code point, last
   * code point, first …
   */
  Among: 9,
  NotAmong: 10,
  /** The character equals the one that many characters before it. */
  Repeat: 11,
} as const;
export type EdgeKind = (typeof EdgeKind)[keyof typeof EdgeKind];

export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
  readonly args: readonly number[];
}

/** The states where an expression begins and ends. */
export interface Part {
  readonly first: number;
  readonly last: number;
}

/** An expression in a look-around. */
export interface LookAround extends Part {
  readonly behind: boolean;
}

export interface Automaton extends Part {
  /** States are the numbers below this one. */
  readonly states: number;
  readonly edges: readonly Edge[];
  /** An inner one comes before the one that contains it. */
  readonly looks: readonly LookAround[];
  /** Whether a match can begin only where the text does. */
  readonly fromBegin: boolean;
}

/** Comparisons that all edges together may take. */
export const MAX_SIZE = 10_000;
/** One for each bit that a position has. */
export const MAX_LOOKS = 32;

/** Comparisons that an edge may take. */
export function costOf({ args }: Edge): number {
  return 1 + args.length / 2;
}
