import type { Result } from './result.js';

/** What came of a CheckAndMutate. HBase: `CheckAndMutateResult`. @see W-56 */
export class CheckAndMutateResult {
  /** Whether the condition held and the action was applied. */
  readonly success: boolean;
  /**
   * That of an Increment, an Append, or a RowMutations with one of them, empty where none returns results; else null,
   * also when the condition did not hold.
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
   * That of an Increment, an Append, or a RowMutations with one of them, empty where none returns results; else null,
   * also when the condition did not hold.
   */
  getResult(): Result | null {
    return this.result;
  }
}
