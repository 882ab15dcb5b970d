import type { TResult, TScan } from './thrift/structs.js';

/** The size of a page, for which its number of rows is chosen. */
const PAGE_BYTES = 2 * 1024 * 1024;
/** The gateway reserves memory for as many rows as it is asked for. */
const MOST_ROWS = 10_000;
/** The rows of a page if the size of the rows is not known. */
const FIRST_ROWS = 200;
/** What a cell takes beside its qualifier and its value, roughly. */
const CELL_BYTES = 60;
/** Kinds of scans whose rows are known at the same time. */
const MOST_KINDS = 1000;

/** The rows of a page, for the caching of a scan; Infinity if it names none. `usual`: without caching. */
export function usualRows(caching: number, usual: number = FIRST_ROWS): number {
  return Math.min(Number.isFinite(caching) ? caching : usual, MOST_ROWS);
}

/** Chooses how many results a page has, by the size that those of the last page of the same kind of scan had. */
export class PageSizes {
  /** The bytes of a result, by the kind of the scan. */
  readonly #bytes = new Map<string, number>();

  /** The number of results of a page. */
  rows(table: string, scan: TScan, caching: number): number {
    const bytes = this.#bytes.get(kindOf(table, scan));
    return usualRows(caching, bytes && Math.max(Math.floor(PAGE_BYTES / bytes), 1));
  }

  /** Notes the results of a page. */
  learn(table: string, scan: TScan, results: readonly TResult[]): void {
    if (results.length === 0) return;
    let bytes = 1;
    for (const { columnValues } of results) {
      for (const { qualifier, value } of columnValues) bytes += CELL_BYTES + qualifier.length + value.length;
    }
    if (this.#bytes.size >= MOST_KINDS) this.#bytes.clear();
    this.#bytes.set(kindOf(table, scan), bytes / results.length);
  }
}

/** Scans of one kind have results of about the same size. */
function kindOf(table: string, { batchSize, maxVersions, filterBytes, columns = [] }: TScan): string {
  const names = columns.flatMap(({ family, qualifier }) => [family, qualifier]);
  return [table, batchSize, maxVersions, filterBytes, ...names].join('/');
}
