import type { Result } from './result.js';

/**
 * The result of a CheckAndMutate. `R`: a Result, or a row of a typed table. HBase: `CheckAndMutateResult`.
 *
 * @see W-56
 */
export class CheckAndMutateResult<R = Result> {
  /** Whether the condition held and the action was applied. */
  readonly success: boolean;
  /**
   * The result of an Increment, an Append, or a RowMutations with one of them, empty if none returns results. Null for
   * other actions, and if the condition did not hold.
   */
  readonly result: R | null;

  constructor(success: boolean, result: R | null) {
    this.success = success;
    this.result = result;
  }

  /** Whether the condition held and the action was applied. */
  isSuccess(): boolean {
    return this.success;
  }

  /**
   * The result of an Increment, an Append, or a RowMutations with one of them, empty if none returns results. Null for
   * other actions, and if the condition did not hold.
   */
  getResult(): R | null {
    return this.result;
  }
}
