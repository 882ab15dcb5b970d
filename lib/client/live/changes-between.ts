import { equalBytes } from '../../bytes/compare.js';
import { isBytes, kindOf, notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import type { Result } from '../answers/result.js';

/** One difference between two lists of rows. */
export interface RowChange<R> {
  readonly kind: 'added' | 'changed' | 'removed';
  /** The new row; for `removed`, the old one. */
  readonly row: R;
  /** The index of the row in the new list; -1 for `removed`. */
  readonly index: number;
  /** The index of the row in the old list; -1 for `added`. */
  readonly previousIndex: number;
}

/**
 * How two lists of rows differ, such as the rows of two states of `LiveRows`: first the rows that were removed, in the
 * order of `before`, then those that were added or changed, in the order of `after`. Rows are matched by their keys. A
 * row with the same cells has not changed, even if it is another object or has another index. Takes time in proportion
 * to the length of the lists. A key may occur only once in a list. Throws INVALID_ARGUMENT for anything but lists, and for
 * rows that are neither Results with cells nor rows of a typed table.
 *
 * @example
 * import { changesBetween, type Result } from 'bigtab';
 *
 * let shown: readonly Result[] = [];
 * const live = table.watch({ prefix: 'com.' });
 * live.subscribe(() => {
 *   const { rows } = live.getSnapshot();
 *   for (const { kind, row, index } of changesBetween(shown, rows)) console.log(kind, row.row, index);
 *   shown = rows;
 * });
 */
export function changesBetween<R>(before: readonly R[], after: readonly R[]): RowChange<R>[] {
  for (const rows of [before, after])
    if (!Array.isArray(rows)) throw notAllowed('rows', 'a list, such as getSnapshot().rows', rows);
  const start = sameAtStart(before, after);
  const end = sameAtEnd(before, after, start);
  /** The old rows that have not been found again, by key. */
  const old = new Map<string, number>();
  for (let index = start; index < before.length - end; index++) old.set(keyOf(before[index]), index);
  const found: RowChange<R>[] = [];
  for (let index = start; index < after.length - end; index++) {
    const row = after[index] as R;
    const key = keyOf(row);
    const previousIndex = old.get(key) ?? -1;
    old.delete(key);
    if (previousIndex < 0) found.push({ kind: 'added', row, index, previousIndex });
    else if (!isSame(before[previousIndex], row)) found.push({ kind: 'changed', row, index, previousIndex });
  }
  const removed = [...old.values()].map((previousIndex): RowChange<R> => {
    return { kind: 'removed', row: before[previousIndex] as R, index: -1, previousIndex };
  });
  return [...removed, ...found];
}

/** The number of objects at the start that are the same in both lists: most states share most of their rows. */
function sameAtStart(from: readonly unknown[], to: readonly unknown[]): number {
  let count = 0;
  while (count < from.length && count < to.length && from[count] === to[count]) count++;
  return count;
}

/** The number of objects at the end that are the same, of those after the first `start` ones. */
function sameAtEnd(from: readonly unknown[], to: readonly unknown[], start: number): number {
  const most = Math.min(from.length, to.length) - start;
  let count = 0;
  while (count < most && from[from.length - 1 - count] === to[to.length - 1 - count]) count++;
  return count;
}

function resultOf(row: unknown): Result {
  const { result = row } = (row ?? {}) as { readonly result?: unknown };
  return result as Result;
}

/** A text for each key. */
function keyOf(row: unknown): string {
  const key: unknown = resultOf(row)?.row;
  if (!isBytes(key))
    throw invalidArgument(`rows must be Results with cells, or rows of a typed table; got ${kindOf(row)}`);
  let text = '';
  for (const byte of key) text += String.fromCharCode(byte);
  return text;
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const [cells, others] = [resultOf(a).cells, resultOf(b).cells];
  return (
    cells.length === others.length &&
    cells.every(({ family, qualifier, timestamp, type, value }, at) => {
      const other = others[at];
      return (
        timestamp === other?.timestamp &&
        type === other.type &&
        equalBytes(family, other.family) &&
        equalBytes(qualifier, other.qualifier) &&
        equalBytes(value, other.value)
      );
    })
  );
}
