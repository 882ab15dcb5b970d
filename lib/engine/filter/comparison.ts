/** Compares a comparator's argument with `length` stored bytes from `offset` on: negative, zero or positive (F-4). */
export type Comparison = (bytes: Uint8Array, offset: number, length: number) => number;

/** Whether stored bytes pass a test. */
export type StoredTest = (bytes: Uint8Array, offset: number, length: number) => boolean;

/**
 * The results that an operator accepts: 1 if the stored bytes are greater, 2 if they are equal, 4 if they are less.
 * They may be added.
 */
type Operator = number;

/** Accepts no result (F-3). */
export const NO_OP: Operator = 0;

/** Each operator at its number on the wire. */
export const OPERATORS: readonly Operator[] = [4, 6, 2, 5, 3, 1, NO_OP];

/** `stored op argument` (F-3). */
export function storedTest(op: Operator, compare: Comparison): StoredTest {
  return (bytes, offset, length) => ((op >> (Math.sign(compare(bytes, offset, length)) + 1)) & 1) !== 0;
}
