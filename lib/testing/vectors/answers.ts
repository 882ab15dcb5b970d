import { BigtabError, type CheckAndMutateResult, type Result } from '../../index.js';
import type { CellAnswer } from './history.js';
import { type Printable, toPrintable } from './printable-bytes.js';

/*
 * What the package answered, in the words of a history.
 */

/**
 * The cells of a Result. A cell has its type when `types` is set and when it is not a put, so that a marker in an
 * answer without types is seen. A cell of another row than `row` says so, which no expectation does.
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

/** What a check came to; an empty result is none. */
export function checkOf({ success, result }: CheckAndMutateResult, row: Printable): unknown {
  const cells = result === null ? [] : cellsOf(result, row);
  return cells.length === 0 ? { success } : { success, cells };
}

/** The name of HBase's class for an error; where it has none, the error's own name. */
export function classNameOf(error: Error): string {
  return (BigtabError.is(error) ? error.hbaseName : null) ?? error.name;
}

/** The class of an error, by its name. */
export function errorOf(error: unknown): { readonly error: string; readonly message?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: classNameOf(error), message: error.message };
}
