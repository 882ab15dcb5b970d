import { type BigtabError, invalidArgument } from '../errors.js';
import { toColumnValue, toFamily, toQualifier } from './arguments.js';
import { type BytesLike, type ColumnLike, parseColumn, toBytes } from './bytes-like.js';
import { COMPARE_OPERATORS, type CompareOperator } from './compare-operator.js';
import type { Filter } from './filter.js';
import { oneOf, readLiteral, toBoolean } from './literal.js';
import { toFilter } from './query.js';
import { ALL_TIME, readTimeRange, type TimeRange, type TimeRangeLike } from './time-range.js';

/** The properties with which a literal describes a condition on a column of a row, or on the row through a filter. */
export interface ConditionLike {
  /** The column to check, as `'family:qualifier'` or a pair, instead of `family` and `qualifier`. */
  readonly column?: ColumnLike;
  /** The family of the column to check. */
  readonly family?: BytesLike;
  /** Default: the empty qualifier. */
  readonly qualifier?: BytesLike | null;
  /** How `value` must compare with the stored value, with `value` on the left. Default `EQUAL`. @see W-53 */
  readonly op?: CompareOperator;
  /**
   * The expected value. If left out, null or empty (the default), the condition is that the column is absent.
   *
   * @see W-52
   */
  readonly value?: BytesLike | null;
  /** Used instead of the column: the condition is that the filter returns at least one cell of the row. @see W-54 */
  readonly filter?: Filter | null;
  /**
   * The time range in which the stored value is read, from `min` up to, but not including, `max`. Default: all time.
   */
  readonly timeRange?: TimeRangeLike | null;
}

/** A condition of an `atomicBatch`, which also may be that the row exists, or that it does not. */
export interface RowConditionLike extends ConditionLike {
  readonly row: BytesLike;
  /** Used instead of the column: true if a get of the row must find something, false if it must not. */
  readonly exists?: boolean;
}

/** The names of the properties of a ConditionLike. */
export const CONDITION_NAMES: readonly (keyof ConditionLike)[] = [
  'column',
  'family',
  'qualifier',
  'op',
  'value',
  'filter',
  'timeRange',
];

/** A checked condition on one row. */
export interface CheckedCondition {
  readonly row: Uint8Array;
  /** Empty if the condition is not about a column. */
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  readonly op: CompareOperator;
  /** Null if the condition is that the column is absent. */
  readonly value: Uint8Array | null;
  /** Null if the condition is about a column or the row's existence. */
  readonly filter: Filter | null;
  /** Null if the condition is about a column or a filter. */
  readonly exists: boolean | null;
  readonly timeRange: TimeRange;
}

/** Reads a condition, which is about one of column, filter and existence. Throws INVALID_ARGUMENT. */
export function readRowCondition(given: RowConditionLike): CheckedCondition {
  const like = readLiteral<RowConditionLike>(given, 'condition', [
    'row',
    ...CONDITION_NAMES,
    'exists',
  ]) as RowConditionLike;
  const { column, family: named, op = 'EQUAL', value = null, filter = null, exists = null, timeRange = null } = like;
  if (column === null) throw nullColumn();
  const subjects = [column ?? named ?? null, filter, exists].filter((subject) => subject !== null);
  if (subjects.length !== 1)
    throw invalidArgument('a condition needs either a column, or a filter, or exists: true or false');
  const row = toConditionRow(like.row);
  // The engine would read the first row of the table.
  if (row.length === 0) throw invalidArgument('Row length is 0');
  const isColumn = filter === null && exists === null;
  if (!isColumn) refuseComparison(like, exists === null ? 'a filter' : 'exists');
  const { family, qualifier } = isColumn ? checkedColumn(like) : NO_COLUMN;
  return {
    row,
    family,
    qualifier,
    op: oneOf(op, COMPARE_OPERATORS, 'op'),
    value: value === null ? null : toColumnValue(row, family, qualifier, value).slice(),
    filter: filter === null ? null : toFilter(filter as Filter),
    exists: exists === null ? null : toBoolean(exists, 'exists'),
    timeRange: timeRange === null ? ALL_TIME : readTimeRange(timeRange),
  };
}

/**
 * The column that `column`, or `family` and `qualifier`, name; the family is empty if it is not needed. Throws
 * INVALID_ARGUMENT.
 */
export function checkedColumn(like: ConditionLike, isNeeded = true): Pick<CheckedCondition, 'family' | 'qualifier'> {
  const { column, family, qualifier = null } = like;
  if (column === undefined)
    return { family: isNeeded ? toFamily(family) : new Uint8Array(), qualifier: toQualifier(qualifier) };
  if (column === null) throw nullColumn();
  if (family !== undefined || qualifier !== null)
    throw invalidArgument('a condition names its column by column, or by family and qualifier; not by both');
  const parsed = parseColumn(column);
  return { family: parsed.family, qualifier: parsed.qualifier ?? new Uint8Array() };
}

/** A row of any length: a condition only reads it. Throws INVALID_ARGUMENT. */
export function toConditionRow(row: unknown): Uint8Array {
  return toBytes(row, 'a row');
}

/** Refuses what only a condition on a column has. Throws INVALID_ARGUMENT. */
function refuseComparison(like: RowConditionLike, subject: string): void {
  for (const name of ['qualifier', 'op', 'value'] as const) {
    if ((like[name] ?? null) !== null)
      throw invalidArgument(`a condition with ${subject} compares no column: leave out ${name}`);
  }
}

function nullColumn(): BigtabError {
  return invalidArgument("column cannot be null; name one, such as 'family:qualifier', or leave column out");
}

const NO_COLUMN = { family: new Uint8Array(), qualifier: new Uint8Array() };
