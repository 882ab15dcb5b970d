import { BigtabError } from '../errors.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { CheckAndMutateLike } from '../model/check-and-mutate.js';
import type { CompareOperator } from '../model/compare-operator.js';
import type { RowKey } from './typed-key.js';
import type { Declared, TypedPut } from './typed-put.js';
import type { ColumnInput, TypedDelete, TypedRowMutations } from './typed-request.js';

/** Runs the literal of a CheckAndMutate, and returns whether its condition held. */
type Run = (check: object) => Promise<boolean>;

/**
 * A condition on a column of a typed table, built step by step: `web.checkAndMutate(row, family)` begins one. Values
 * are of the type that the codec of the column accepts.
 *
 * @example
 * const tasks = defineTable({ name: 'tasks', families: { e: { columns: { left: int64 } } } });
 * const table = await connection.ensureTable(tasks);
 * const condition = table.checkAndMutate('r', 'e').qualifier('left').ifEquals(5n);
 * console.log(await condition.thenPut({ row: 'r', cells: { e: { left: 4n } } })); // false
 */
export class TypedCheckBuilder<F, K, Family extends keyof F, Q = ''> {
  private readonly row: RowKey<K>;
  private readonly family: Family;
  private readonly run: Run;
  private column: BytesLike = '';
  private condition: { readonly op: CompareOperator; readonly value: unknown } | null = null;
  private range: CheckAndMutateLike['timeRange'] = null;

  constructor(row: RowKey<K>, family: Family, run: Run) {
    this.row = row;
    this.family = family;
    this.run = run;
  }

  /** Sets the column's qualifier, by default the empty one. */
  qualifier<N extends (keyof F[Family] & string) | BytesLike>(qualifier: N): TypedCheckBuilder<F, K, Family, N> {
    this.column = qualifier;
    return this as unknown as TypedCheckBuilder<F, K, Family, N>;
  }

  /** Restricts the check to stored values in this range. */
  timeRange(range: CheckAndMutateLike['timeRange']): this {
    this.range = range;
    return this;
  }

  /** Condition: the column is absent or its value is empty. */
  ifNotExists(): this {
    return this.ifMatches('EQUAL', null);
  }

  /** Condition: the column has this value; for null, that it is absent or its value is empty. */
  ifEquals(value: ColumnInput<F, Family, Q> | null): this {
    return this.ifMatches('EQUAL', value);
  }

  /** Condition: `op` is true for the bytes of `value` on the left and those of the stored value on the right. */
  ifMatches(op: CompareOperator, value: ColumnInput<F, Family, Q> | null): this {
    this.condition = { op, value };
    return this;
  }

  /**
   * Writes the put and returns true if the condition is true, otherwise returns false. Rejects with INVALID_ARGUMENT
   * for a value that its codec does not accept, and with INVALID_STATE without a condition.
   */
  thenPut<P extends TypedPut<F, K>>(put: P & Declared<F, P, TypedPut<F, K>>): Promise<boolean> {
    return this.act(put);
  }

  /** Like `thenPut`, with a delete. */
  thenDelete(remove: TypedDelete<F, K>): Promise<boolean> {
    return this.act('toLiteral' in remove ? remove : { ...remove, kind: 'Delete' });
  }

  /** Like `thenPut`, with several mutations of the row. */
  thenMutate<M extends TypedRowMutations<F, K>>(
    mutations: M & Declared<F, M, TypedRowMutations<F, K>>,
  ): Promise<boolean> {
    return this.act(mutations);
  }

  private async act(action: unknown): Promise<boolean> {
    const { column, condition, family, range = null, row } = this;
    if (condition === null)
      throw new BigtabError(
        'INVALID_STATE',
        'there is no condition; call ifNotExists, ifEquals or ifMatches before the action',
      );
    return this.run({ row, family, qualifier: column, ...condition, timeRange: range, action });
  }
}
