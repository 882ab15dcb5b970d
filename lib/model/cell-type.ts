/**
 * Type codes of cells (O-3). Codes are compared unsigned and sort in descending order, so that at equal coordinates and
 * timestamp every marker sorts before the put.
 */
export const CellType = {
  /** Only in seek keys: sorts after every cell of its coordinates. */
  Minimum: 0,
  Put: 4,
  /** Hides the version with exactly its timestamp. */
  Delete: 8,
  /** Hides every version of the family with exactly its timestamp; stored in the column with the empty qualifier. */
  DeleteFamilyVersion: 10,
  /** Hides every version of its column up to its timestamp. */
  DeleteColumn: 12,
  /** Hides every version of the family up to its timestamp; stored in the column with the empty qualifier. */
  DeleteFamily: 14,
  /** Only in seek keys: sorts before every cell of its coordinates. */
  Maximum: 255,
} as const;

export type CellType = (typeof CellType)[keyof typeof CellType];
