import { equalBytes } from '../bytes/compare.js';
import { toStringBinary } from '../bytes/text.js';
import { BigtabError, invalidArgument } from '../errors.js';
import { toColumnValue, toFamily, toQualifier } from './arguments.js';
import { type BytesLike, toReadable } from './bytes-like.js';
import { COMPARE_OPERATORS, type CompareOperator } from './compare-operator.js';
import type { Filter } from './filter.js';
import { isRecord, oneOf, readRequest } from './literal.js';
import { toFilter } from './query.js';
import { CONDITION_NAMES, type ConditionLike, checkedColumn, toConditionRow } from './row-condition.js';
import {
  type RowMutation,
  type RowMutationLike,
  type RowMutations,
  type RowMutationsLike,
  toMutation,
} from './row-mutations.js';
import { ALL_TIME, readTimeRange, type TimeRange, timeRangeLiteral } from './time-range.js';

/** A CheckAndMutate as a literal. */
export interface CheckAndMutateLike extends ConditionLike {
  readonly kind?: 'CheckAndMutate';
  readonly row: BytesLike;
  /** What to do if the condition is met; must be for the same row. */
  readonly action: RowMutationLike | RowMutationsLike;
}

const NAMES: readonly (keyof CheckAndMutateLike)[] = ['row', ...CONDITION_NAMES, 'action', 'kind'];

/**
 * Checks one column of a row, or the row through a filter, and mutates the row if the condition is met, atomically.
 * HBase: `CheckAndMutate`.
 *
 * @example
 * const check = CheckAndMutate.newBuilder('r').ifEquals('f', 'state', 'open').build(new Put('r').addColumn('f',
 * 'state', 'done'));
 *
 * @see W-50, W-51
 */
export class CheckAndMutate {
  readonly kind: 'CheckAndMutate' = 'CheckAndMutate';
  readonly row: Uint8Array;
  /** Empty if there is a filter. */
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  readonly op: CompareOperator;
  /** Null if the condition is that the column is absent. */
  readonly value: Uint8Array | null;
  /** Null if the condition is about the column. */
  readonly filter: Filter | null;
  readonly timeRange: TimeRange;
  readonly action: RowMutation | RowMutations;

  /** Builds it from a literal. Throws INVALID_ARGUMENT for an action of another row. @see W-50 */
  constructor(given: CheckAndMutateLike) {
    const like = readRequest<CheckAndMutateLike>(given, 'CheckAndMutate', NAMES);
    if (like === null)
      throw invalidArgument('CheckAndMutate needs a literal; to build one, begin with CheckAndMutate.newBuilder(row)');
    const { op = 'EQUAL', value = null, filter = null, timeRange = null } = like;
    this.row = toConditionRow(like.row);
    this.filter = filter === null ? null : toFilter(filter as Filter);
    const { family, qualifier } = checkedColumn(like as ConditionLike, this.filter === null);
    this.family = family;
    this.qualifier = qualifier;
    this.op = oneOf(op, COMPARE_OPERATORS, 'op');
    this.value = value === null ? null : toColumnValue(this.row, family, qualifier, value).slice();
    this.timeRange = timeRange === null ? ALL_TIME : readTimeRange(timeRange);
    this.action = toMutation(like.action as RowMutationLike, 'the action');
    if (equalBytes(this.action.row, this.row)) return;
    const [other, own] = [toStringBinary(this.action.row), toStringBinary(this.row)];
    throw invalidArgument(`The row of the action <${other}> doesn't match the original one <${own}>`);
  }

  /** Starts a CheckAndMutate for `row`; add a condition, then call `build`. */
  static newBuilder(row: BytesLike): CheckAndMutateBuilder {
    return new CheckAndMutateBuilder(row);
  }

  /** The literal that builds an equal CheckAndMutate. */
  toLiteral(): CheckAndMutateLike {
    const { action, family, filter, op, qualifier, row, timeRange, value } = this;
    const column = {
      family: toReadable(family),
      qualifier: toReadable(qualifier),
      op,
      value: value && toReadable(value),
    };
    return {
      row: toReadable(row),
      ...(filter === null ? column : { filter }),
      ...timeRangeLiteral(timeRange),
      action: { kind: action.kind, ...action.toLiteral() } as RowMutationLike,
    };
  }
}

/**
 * Builds a CheckAndMutate step by step. A later condition replaces an earlier one, except a filter, which stays. HBase:
 * `CheckAndMutate.Builder`.
 *
 * @see W-50
 */
export class CheckAndMutateBuilder {
  private readonly row: Uint8Array;
  private condition: Omit<CheckAndMutateLike, 'row' | 'action'> | null = null;
  private range: CheckAndMutateLike['timeRange'] = null;

  constructor(row: BytesLike) {
    this.row = toConditionRow(row);
  }

  /** Condition: the column is absent or its value is empty. Throws INVALID_ARGUMENT. @see W-52 */
  ifNotExists(family: BytesLike, qualifier: BytesLike | null): this {
    return this.ifMatches(family, qualifier, 'EQUAL', null);
  }

  /**
   * Condition: the column's value is `value`; for null or empty, the column is absent or its value is empty. Throws
   * INVALID_ARGUMENT.
   *
   * @see W-52
   */
  ifEquals(family: BytesLike, qualifier: BytesLike | null, value: BytesLike | null): this {
    return this.ifMatches(family, qualifier, 'EQUAL', value);
  }

  /**
   * Condition: `op` is true for `value` on the left and the stored value on the right. GREATER matches if `value` is
   * greater than the stored value. An absent column never matches. If `value` is null or empty, NOT_EQUAL matches if
   * the column has a non-empty value, and every other operator matches if it does not. Throws INVALID_ARGUMENT.
   *
   * @see W-53, W-52
   */
  ifMatches(family: BytesLike, qualifier: BytesLike | null, op: CompareOperator, value: BytesLike | null): this;
  /** Condition: the filter returns at least one cell of the row. Throws INVALID_ARGUMENT. @see W-54 */
  ifMatches(filter: Filter): this;
  ifMatches(
    first: BytesLike | Filter,
    qualifier: BytesLike | null = null,
    op: CompareOperator = 'EQUAL',
    value: BytesLike | null = null,
  ): this {
    if (isRecord(first)) {
      this.condition = { filter: toFilter(first as Filter) };
      return this;
    }
    const family = toFamily(first);
    if (this.condition?.filter) return this;
    this.condition = {
      family,
      qualifier: toQualifier(qualifier),
      op: oneOf(op, COMPARE_OPERATORS, 'op'),
      value: value === null ? null : toColumnValue(this.row, family, qualifier, value).slice(),
    };
    return this;
  }

  /** Reads the stored value in this time range only; null means all time. Throws INVALID_ARGUMENT. @see N-54 */
  timeRange(range: CheckAndMutateLike['timeRange']): this {
    this.range = range === null ? null : readTimeRange(range);
    return this;
  }

  /** Throws INVALID_STATE if there is no condition, INVALID_ARGUMENT for an action of another row. @see W-50 */
  build(action: RowMutationLike | RowMutationsLike): CheckAndMutate {
    const { condition, range, row } = this;
    if (condition === null) {
      const message =
        'condition is null. You need to specify the condition by calling ifNotExists/ifEquals/ifMatches before building a CheckAndMutate object';
      throw new BigtabError('INVALID_STATE', message);
    }
    return new CheckAndMutate({ row, ...condition, timeRange: range ?? null, action });
  }
}

/**
 * Returns `like` itself if it is a CheckAndMutate of this copy of the package, else the CheckAndMutate it describes.
 * Throws INVALID_ARGUMENT.
 */
export function toCheckAndMutate(like: CheckAndMutate | CheckAndMutateLike): CheckAndMutate {
  return like instanceof CheckAndMutate ? like : new CheckAndMutate(like);
}
