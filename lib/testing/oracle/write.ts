/* The common part of all writes: a mutation sees the state before it and produces new cells. */

import type { Families } from './store.js';
import type { StoredCell } from './stored-cell.js';

export interface WriteContext {
  /** The state that every part of the operation sees (W-41). */
  readonly before: Families;
  readonly row: string;
  /** The same for the whole operation (W-2, W-40). */
  readonly now: number;
  readonly sequence: number;
  /** The timestamp of puts without one: `now`, or later after a check (W-55). */
  readonly putTimestamp: number;
}

export interface Written {
  readonly cells: readonly StoredCell[];
  /** The cells of the Result. */
  readonly result: readonly StoredCell[];
}
