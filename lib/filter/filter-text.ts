import { toStringBinary } from '../bytes/text.js';
import type { CompareOperator } from '../model/compare-operator.js';

/*
 * Parts of filters in the filter language (F-33).
 */

const SIGNS: Readonly<Record<CompareOperator, string>> = {
  LESS: '<',
  LESS_OR_EQUAL: '<=',
  EQUAL: '=',
  NOT_EQUAL: '!=',
  GREATER_OR_EQUAL: '>=',
  GREATER: '>',
  NO_OP: 'NO_OP',
};

/** Text, or bytes in printable form, in single quotes; a quote inside is doubled. */
export function quoted(value: Uint8Array | string): string {
  const text = typeof value === 'string' ? value : toStringBinary(value);
  return `'${text.replaceAll("'", "''")}'`;
}

export function signOf(op: CompareOperator): string {
  return SIGNS[op];
}
