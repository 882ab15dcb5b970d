/**
 * Type codes of cells (O-3). Codes are compared unsigned and sort descending, so that at equal coordinates and
 * timestamp every marker stands before the put.
 */
export const CellType = {
  /** Only in seek keys: sorts behind every cell of its coordinates. */
  Minimum: 0,
  Put: 4,
  /** Masks the version with exactly its timestamp. */
  Delete: 8,
  /** Masks every version of the family with exactly its timestamp; stands in the empty-qualifier column. */
  DeleteFamilyVersion: 10,
  /** Masks every version of its column up to its timestamp. */
  DeleteColumn: 12,
  /** Masks every version of the family up to its timestamp; stands in the empty-qualifier column. */
  DeleteFamily: 14,
  /** Only in seek keys: sorts before every cell of its coordinates. */
  Maximum: 255,
} as const;

export type CellType = (typeof CellType)[keyof typeof CellType];
