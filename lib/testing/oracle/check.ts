/* The condition of checkAndMutate on a column. */
import type { CheckAndMutateStep } from '../vectors/history.js';
import { readFamily } from './read-family.js';
import { refuse } from './refusal.js';
import { cellsOf, type Families, familyOf } from './store.js';
import { compareTexts, type StoredCell } from './stored-cell.js';
import { rangeOf } from './time-range.js';

export interface Checked {
  readonly matches: boolean;
  /** The checked cell, if the column has one. */
  readonly cell: StoredCell | undefined;
}

export function check(families: Families, row: string, fields: CheckAndMutateStep, now: number): Checked {
  const { family = '', qualifier = '', op = 'EQUAL', value = '', absent = false } = fields.condition;
  const sets = familyOf(families, family);
  const stored = cellsOf(sets).filter((cell) => cell.row === row);
  const range = rangeOf(fields.timeRange);
  const [cell] = readFamily(stored, sets.rules, { versions: 1, range, columns: [qualifier], now }); // W-51
  return { matches: matches(cell, absent ? 'EQUAL' : op, absent ? '' : value), cell };
}

function matches(cell: StoredCell | undefined, op: string, expected: string): boolean {
  if (expected === '') return cell === undefined ? op !== 'NOT_EQUAL' : (cell.value === '') === (op !== 'NOT_EQUAL'); // W-52
  if (cell === undefined) return false; // W-53
  const order = compareTexts(expected, cell.value);
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
    default:
      return refuse('RuntimeException', `Unknown Compare op ${op}`); // W-50
  }
}
