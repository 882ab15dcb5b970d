/* The common part of all writes: a mutation sees the state before it and produces new cells. */

import type { RowTimes } from './row-times.js';
import type { Families } from './store.js';
import type { StoredCell } from './stored-cell.js';

export interface WriteContext {
  /** The state that every part of the operation sees (W-41). */
  readonly before: Families;
  readonly row: string;
  /** The same for the whole operation (W-2, W-40). */
  readonly now: number;
  readonly sequence: number;
  /** Assigns the timestamps of parts without one. */
  readonly times: RowTimes;
  /** The timestamp of the cell that was checked first, 0 for none: puts without one get at least this (W-55). */
  readonly checked: number;
  /** The new cells of the parts before. */
  readonly earlier: readonly StoredCell[];
}

export interface Written {
  readonly cells: readonly StoredCell[];
  /** The cells of the Result. */
  readonly result: readonly StoredCell[];
}

/** Whether a family keeps several versions. */
export function keepsVersions({ before }: WriteContext, family: string): boolean {
  return before.some(({ rules }) => rules.name === family && rules.versions > 1);
}

/** Computes a value when it is needed first. */
export function once(compute: () => number): () => number {
  let value = -1;
  return () => {
    if (value < 0) value = compute();
    return value;
  };
}
