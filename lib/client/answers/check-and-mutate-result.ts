import type { Result } from './result.js';

/** The result of a CheckAndMutate. HBase: `CheckAndMutateResult`. @see W-56 */
export class CheckAndMutateResult {
  /** Whether the condition held and the action was applied. */
  readonly success: boolean;
  /**
   * The result of an Increment, an Append, or a RowMutations with one of them, empty if none returns results. Null for
   * other actions, and if the condition did not hold.
   */
  readonly result: Result | null;

  constructor(success: boolean, result: Result | null) {
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
  getResult(): Result | null {
    return this.result;
  }
}
