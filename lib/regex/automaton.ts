/*
 * A regular expression as a nondeterministic automaton: states, and edges that lead from one state to another where
 * their test passes. An edge reads one character or none. Those of a look-ahead lead backwards, so that it is found from
 * the end of the text, as a look-behind is from its start.
 */

/** A text, and where its look-arounds match. */
export interface Subject {
  /** Code points. */
  readonly codes: Uint32Array;
  /** For each position, from 0 to the number of code points, a bit for each look-around that matches there. */
  readonly looks: Uint32Array;
}

/** What a step along an edge needs. */
export interface EdgeKind {
  /** Whether it reads a character. */
  readonly reads: boolean;
  /** Comparisons that its test may take. */
  readonly cost: number;
  /**
   * Whether the edge may be followed: for the character at `at`, or, if it reads none, for the position before that
   * character.
   */
  readonly test: (subject: Subject, at: number) => boolean;
}

/** An edge from a known state. */
export interface Step {
  readonly kind: EdgeKind;
  readonly to: number;
}

/** The states where a walk through an expression begins and ends. */
export interface Part {
  readonly first: number;
  readonly last: number;
  /** Whether it is walked from the beginning of the text to its end. */
  readonly forwards: boolean;
}

export interface Automaton extends Part {
  /** The steps from each state. */
  readonly steps: readonly (readonly Step[])[];
  /** The look-arounds. An inner one comes before the one that contains it. */
  readonly looks: readonly Part[];
  /** Whether a match can begin only where the text does. */
  readonly fromBegin: boolean;
}

/** Comparisons that all edges together may take. */
export const MAX_SIZE = 10_000;
/** One for each bit that a position has. */
export const MAX_LOOKS = 32;
