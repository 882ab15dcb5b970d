/** A matcher's verdict on one cell: whether it is part of the result, and where to continue. */
export const MatchCode = {
  /** Not part of the result; continue with the next cell. */
  Skip: 0,
  /** Not part of the result, and neither is the rest of its column. */
  SeekNextColumn: 1,
  /** Not part of the result, and neither is the rest of its row. */
  SeekNextRow: 2,
  /** Part of the result; continue with the next cell. */
  Include: 3,
  /** Part of the result, the last cell of its column. */
  IncludeAndSeekNextColumn: 4,
  /** Part of the result, the last cell of its row. */
  IncludeAndSeekNextRow: 5,
} as const;

export type MatchCode = (typeof MatchCode)[keyof typeof MatchCode];
