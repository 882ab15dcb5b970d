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
 * The older form of `Table.checkAndMutate`: the condition on a column of one family step by step, then what is done
 * when it holds, which tells whether it did. HBase: `Table.CheckAndMutateBuilder`.
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

  /** Throws INVALID_ARGUMENT for what is no row. */
  constructor(row: BytesLike, family: BytesLike, run: Run) {
    this.builder = new CheckAndMutateBuilder(row);
    this.family = family;
    this.run = run;
  }

  /** The column's qualifier; the empty one unless told. */
  qualifier(qualifier: BytesLike | null): this {
    this.column = qualifier;
    return this;
  }

  /** Looks for the stored value in this range only. Throws INVALID_ARGUMENT. @see N-54 */
  timeRange(range: CheckAndMutateLike['timeRange']): this {
    this.builder.timeRange(range);
    return this;
  }

  /** As `CheckAndMutateBuilder.ifNotExists`. */
  ifNotExists(): this {
    return this.ifMatches('EQUAL', null);
  }

  /** As `CheckAndMutateBuilder.ifEquals`. */
  ifEquals(value: BytesLike | null): this {
    return this.ifMatches('EQUAL', value);
  }

  /** As `CheckAndMutateBuilder.ifMatches`: `value` stands before the operator, what is stored behind it. @see W-53 */
  ifMatches(op: CompareOperator, value: BytesLike | null): this {
    this.condition = { op, value };
    return this;
  }

  /** Puts and gives true when the condition holds, else false. Rejects with INVALID_STATE without a condition. */
  thenPut(put: Put | PutLike): Promise<boolean> {
    return this.act(put);
  }

  /** Deletes, otherwise as `thenPut`. */
  thenDelete(remove: Delete | DeleteLike): Promise<boolean> {
    return this.act(
      remove instanceof Delete ? (remove as CheckAndMutateLike['action']) : { kind: 'Delete', ...remove },
    );
  }

  /** Mutates, otherwise as `thenPut`. */
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
