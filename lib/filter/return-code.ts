/**
 * What a filter says about a cell. Smallest step first, once without the cell and once with it, so that `code % 3` is the
 * step and 3 … 5 are the codes that include. "Row" means the row in this family: other families of the row are still read.
 */
export const ReturnCode = {
  /** Not included; on to the next cell. */
  Skip: 0,
  /** Not included, nor is anything of its column from here on. */
  NextColumn: 1,
  /** Not included, nor is anything of its row and family from here on. */
  NextRow: 2,
  /** Included; on to the next cell. */
  Include: 3,
  /** Included, the last one of its column. */
  IncludeAndNextColumn: 4,
  /** Included, the last one of its row and family. */
  IncludeAndSeekNextRow: 5,
  /** Not included, nor is anything before the place that `nextCellHint` names. */
  SeekNextUsingHint: 6,
} as const;

export type ReturnCode = (typeof ReturnCode)[keyof typeof ReturnCode];

export function isIncluded(code: ReturnCode): boolean {
  return code >= ReturnCode.Include && code <= ReturnCode.IncludeAndSeekNextRow;
}
