/**
 * How two values are compared, as unsigned bytes. `NO_OP` compares nothing: a comparison with it fails with RUNTIME.
 * HBase: `CompareOperator`.
 *
 * @see W-50
 */
export type CompareOperator =
  | 'LESS'
  | 'LESS_OR_EQUAL'
  | 'EQUAL'
  | 'NOT_EQUAL'
  | 'GREATER_OR_EQUAL'
  | 'GREATER'
  | 'NO_OP';

/** Every operator; its position in the list is its number on the wire. */
export const COMPARE_OPERATORS: readonly CompareOperator[] = [
  'LESS',
  'LESS_OR_EQUAL',
  'EQUAL',
  'NOT_EQUAL',
  'GREATER_OR_EQUAL',
  'GREATER',
  'NO_OP',
];
