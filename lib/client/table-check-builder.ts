import type { BytesLike } from '../model/bytes-like.js';
import { type CheckAndMutate, CheckAndMutateBuilder, type CheckAndMutateLike } from '../model/check-and-mutate.js';
import type { CompareOperator } from '../model/compare-operator.js';
import { Delete, type DeleteLike } from '../model/delete.js';
import type { Put, PutLike } from '../model/put.js';
import type { RowMutations, RowMutationsLike } from '../model/row-mutations.js';
import type { CheckAndMutateResult } from './answers/check-and-mutate-result.js';

/** Runs what `build` returns. */
type Run = (build: () => CheckAndMutate) => Promise<CheckAndMutateResult>;

/**
 * The older form of `Table.checkAndMutate`. It builds the condition on a column of one family step by step, then runs
 * an action if the condition is true and returns whether it did. HBase: `Table.CheckAndMutateBuilder`.
 *
 * @deprecated CheckAndMutate.newBuilder
 *
 * @see W-57
 */
export class TableCheckBuilder {
  private readonly builder: CheckAndMutateBuilder;
  private readonly family: BytesLike;
  private readonly run: Run;
  private column: BytesLike | null = null;
  private condition: { readonly op: CompareOperator; readonly value: BytesLike | null } | null = null;

  /** Throws INVALID_ARGUMENT if `row` is not a row. */
  constructor(row: BytesLike, family: BytesLike, run: Run) {
    this.builder = new CheckAndMutateBuilder(row);
    this.family = family;
    this.run = run;
  }

  /** Sets the column's qualifier, by default the empty one. */
  qualifier(qualifier: BytesLike | null): this {
    this.column = qualifier;
    return this;
  }

  /** Restricts the check to stored values in this range. Throws INVALID_ARGUMENT. @see N-54 */
  timeRange(range: CheckAndMutateLike['timeRange']): this {
    this.builder.timeRange(range);
    return this;
  }

  /** Like `CheckAndMutateBuilder.ifNotExists`. */
  ifNotExists(): this {
    return this.ifMatches('EQUAL', null);
  }

  /** Like `CheckAndMutateBuilder.ifEquals`. */
  ifEquals(value: BytesLike | null): this {
    return this.ifMatches('EQUAL', value);
  }

  /** Like `CheckAndMutateBuilder.ifMatches`: `value` is the left operand, the stored value the right one. @see W-53 */
  ifMatches(op: CompareOperator, value: BytesLike | null): this {
    this.condition = { op, value };
    return this;
  }

  /**
   * Writes the Put and returns true if the condition is true, otherwise returns false. Rejects with INVALID_STATE
   * without a condition.
   */
  thenPut(put: Put | PutLike): Promise<boolean> {
    return this.act(put);
  }

  /** Like `thenPut`, with a Delete. */
  thenDelete(remove: Delete | DeleteLike): Promise<boolean> {
    return this.act(
      remove instanceof Delete ? (remove as CheckAndMutateLike['action']) : { kind: 'Delete', ...remove },
    );
  }

  /** Like `thenPut`, with a RowMutations. */
  thenMutate(mutations: RowMutations | RowMutationsLike): Promise<boolean> {
    return this.act(mutations);
  }

  private async act(action: CheckAndMutateLike['action']): Promise<boolean> {
    const { builder, column, condition, family } = this;
    const { success } = await this.run(() => {
      if (condition !== null) builder.ifMatches(family, column, condition.op, condition.value);
      return builder.build(action);
    });
    return success;
  }
}
