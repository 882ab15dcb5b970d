/** A matcher's verdict on one cell: whether it is part of the answer, and where to go on. */
export const MatchCode = {
  /** Not part of the answer; on to the next cell. */
  Skip: 0,
  /** Not part of the answer, nor is anything of its column from here on. */
  SeekNextColumn: 1,
  /** Not part of the answer, nor is anything of its row from here on. */
  SeekNextRow: 2,
  /** Part of the answer; on to the next cell. */
  Include: 3,
  /** Part of the answer, the last one of its column. */
  IncludeAndSeekNextColumn: 4,
  /** Part of the answer, the last one of its row. */
  IncludeAndSeekNextRow: 5,
} as const;

export type MatchCode = (typeof MatchCode)[keyof typeof MatchCode];
