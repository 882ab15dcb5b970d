/** Compares the argument of a comparator with `length` stored bytes from `offset` on: negative, zero or positive (F-4). */
export type Comparison = (bytes: Uint8Array, offset: number, length: number) => number;

/** Whether stored bytes are as asked. */
export type StoredTest = (bytes: Uint8Array, offset: number, length: number) => boolean;

/**
 * Which results an operator takes, by its number on the wire: 1 = the stored bytes are greater, 2 = equal, 4 = less. NO_OP takes
 * none (F-3).
 */
const TAKEN = [4, 6, 2, 5, 3, 1, 0];

/** How many operators there are; the last one is NO_OP. */
export const OPERATORS: number = TAKEN.length;
export const NO_OP: number = OPERATORS - 1;

/** `stored op argument` (F-3). */
export function storedTest(op: number, compare: Comparison): StoredTest {
  const taken = TAKEN[op] as number;
  return (bytes, offset, length) => ((taken >> (Math.sign(compare(bytes, offset, length)) + 1)) & 1) !== 0;
}
