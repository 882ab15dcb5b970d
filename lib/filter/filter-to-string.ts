import { toStringBinary } from '../bytes/text.js';
import type { CompareOperator } from '../model/compare-operator.js';
import type { Comparator } from '../model/filter.js';

/*
 * Parts of what `toString` of a filter returns. The wording is HBase's.
 */

/** How many members of a list are shown. */
const SHOWN = 5;

/** Bytes in printable form. */
export function shown(bytes: Uint8Array | null): string {
  return bytes === null ? 'null' : toStringBinary(bytes);
}

/** `Name (column, OPERATOR, value)`, where the column may be missing. */
export function comparisonText(
  name: string,
  op: CompareOperator,
  comparator: Comparator | null,
  ...column: readonly unknown[]
): string {
  const value =
    comparator === null ? 'null' : comparator.toString().replace(/^(?:binarycomponent:\d+|bit:\w+|\w+):/, '');
  return `${name} (${[...column, op, value].join(', ')})`;
}

/** `(shown/all): [a, b, …]` */
export function listText(members: readonly unknown[]): string {
  const first = members.slice(0, SHOWN);
  return `(${first.length}/${members.length}): [${first.join(', ')}]`;
}
