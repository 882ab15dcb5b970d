import { BigtabError, type CheckAndMutateResult, type Result } from '../../index.js';
import type { CellAnswer } from './history.js';
import { type Printable, toPrintable } from './printable-bytes.js';

/* Converts the package's answers to the format of a history. */

/**
 * The cells of a Result. A cell has a type if `types` is set or if it is not a put, so that a marker in an answer
 * without types is noticed. A cell of a row other than `row` is marked, which no expectation is.
 */
export function cellsOf(result: Result, row: Printable, types: boolean = false): CellAnswer[] {
  return result.cells.map((cell) => {
    const { family, qualifier, timestamp, value, type } = cell;
    const answer = [toPrintable(family), toPrintable(qualifier), timestamp, toPrintable(value)] as const;
    const own = toPrintable(cell.row);
    if (own !== row) return [...answer, `${type} of row ${own}`];
    return types || type !== 'Put' ? [...answer, type] : answer;
  });
}

/** The rows of a scan, one per Result. */
export function rowsOf(results: readonly Result[], types: boolean): unknown[] {
  return results.map((result) => {
    const row = result.row === null ? '' : toPrintable(result.row);
    return { row, cells: cellsOf(result, row, types) };
  });
}

/** The result of a check; null if it is empty. */
export function checkOf({ success, result }: CheckAndMutateResult, row: Printable): unknown {
  const cells = result === null ? [] : cellsOf(result, row);
  return cells.length === 0 ? { success } : { success, cells };
}

/** The name of HBase's class for an error; if there is none, the error's own name. */
export function classNameOf(error: Error): string {
  return (BigtabError.is(error) ? error.hbaseName : null) ?? error.name;
}

/** The class of an error, by its name. */
export function errorOf(error: unknown): { readonly error: string; readonly message?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: classNameOf(error), message: error.message };
}
