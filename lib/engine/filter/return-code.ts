/**
 * A filter's decision about a cell. The first three codes are the steps without the cell, the next three the
 * same steps with it. "Row" means the row in this family: other families of the row are still read.
 */
export const ReturnCode = {
  /** Excludes the cell; the next cell follows. */
  Skip: 0,
  /** Excludes the cell and the rest of its column. */
  NextColumn: 1,
  /** Excludes the cell and the rest of its row and family. */
  NextRow: 2,
  /** Includes the cell; the next cell follows. */
  Include: 3,
  /** Includes the cell and excludes the rest of its column. */
  IncludeAndNextColumn: 4,
  /** Includes the cell and excludes the rest of its row and family. */
  IncludeAndSeekNextRow: 5,
  /** Excludes the cell and everything before the place that `nextCellHint` returns. */
  SeekNextUsingHint: 6,
} as const;

export type ReturnCode = (typeof ReturnCode)[keyof typeof ReturnCode];

export function isIncluded(code: ReturnCode): boolean {
  return code >= ReturnCode.Include && code <= ReturnCode.IncludeAndSeekNextRow;
}

/**
 * The step of a code: 0 to the next cell, also for a hint; 1 to the next column, 2 to the next row. MatchCode has the
 * same numbers.
 */
export function stepOf(code: number): number {
  return code % 3;
}

/** The code for a cell that is included or not, and a step of `stepOf`. */
export function codeOf(included: boolean, step: number): Exclude<ReturnCode, typeof ReturnCode.SeekNextUsingHint> {
  return (included ? ReturnCode.Include + step : step) as ReturnType<typeof codeOf>;
}
