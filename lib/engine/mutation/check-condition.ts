import { compareBytes } from '../../bytes/compare.js';
import { BigtabError } from '../../errors.js';
import type { CompareOperator } from '../../model/compare-operator.js';
import { NEWEST_OF_ALL } from '../../model/query-options.js';
import type { ActionCondition, ColumnCondition } from '../../model/row-action.js';
import { readCells, readColumn, rowExists } from './read-column.js';
import type { MutationSource, StampContext } from './stamp-mutation.js';

/** Whether a condition holds, and the timestamp of the checked cell: 0 if there is none, or only existence counts. */
export interface Checked {
  readonly holds: boolean;
  readonly timestamp: number;
}

/** The families to which a condition refers, and their stores. */
export type CheckedSource = Pick<MutationSource, 'region' | 'families' | 'stores'>;

/**
 * Checks the newest visible version of the condition's column, or the cells of the row that its filter includes (W-51),
 * or whether the row has a visible cell. Throws NO_SUCH_COLUMN_FAMILY, INVALID_ARGUMENT for a malformed filter, and
 * RUNTIME if values are to be compared by NO_OP (W-50).
 */
export function checkCondition(
  source: CheckedSource,
  row: Uint8Array,
  condition: ActionCondition,
  context: Pick<StampContext, 'readPoint' | 'now'>,
): Checked {
  const { readPoint, now } = context;
  if ('op' in condition) return checkColumn(source, row, condition, context);
  const query = { ...NEWEST_OF_ALL, ...condition };
  if ('exists' in condition)
    return { holds: rowExists(source.region, row, query, readPoint, now) === condition.exists, timestamp: 0 };
  // Only the first cell that the filter includes counts (W-54, W-55).
  const [first] = readCells(source.region, row, query, readPoint, now);
  return { holds: first !== undefined, timestamp: first?.timestamp ?? 0 };
}

/**
 *   expected   stored    holds
 *   empty      absent    unless NOT_EQUAL                              (W-52)
 *   empty      present   (stored is empty) = (op is not NOT_EQUAL)     (W-52)
 *   bytes      absent    never                                         (W-53)
 *   bytes      present   expected OP stored                            (W-53)
 */
function checkColumn(
  { region, stores, families }: CheckedSource,
  row: Uint8Array,
  { family, qualifier, op, value: expected, timeRange }: ColumnCondition,
  { readPoint, now }: Pick<StampContext, 'readPoint' | 'now'>,
): Checked {
  const store = stores[family];
  if (store === undefined) throw region.noSuchFamily(families[family] as Uint8Array);
  const [stored] = readColumn(region, store, row, qualifier, { timeRange }, readPoint, now);
  if (stored === undefined) return { holds: expected.length === 0 && op !== 'NOT_EQUAL', timestamp: 0 };
  const holds =
    expected.length === 0
      ? (stored.valueLength === 0) === (op !== 'NOT_EQUAL')
      : isSo(op, compareBytes(expected, stored.copyValue()));
  return { holds, timestamp: stored.timestamp };
}

/** `order`: negative, zero or positive. */
function isSo(op: CompareOperator, order: number): boolean {
  switch (op) {
    case 'LESS':
      return order < 0;
    case 'LESS_OR_EQUAL':
      return order <= 0;
    case 'EQUAL':
      return order === 0;
    case 'NOT_EQUAL':
      return order !== 0;
    case 'GREATER_OR_EQUAL':
      return order >= 0;
    case 'GREATER':
      return order > 0;
    case 'NO_OP':
      throw new BigtabError('RUNTIME', 'Unknown Compare op NO_OP');
  }
}
