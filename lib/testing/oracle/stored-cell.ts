/* A cell as the oracle stores it, and the order of cells (O-1…O-7). */

export type MarkerType = 'DeleteFamily' | 'DeleteColumn' | 'DeleteFamilyVersion' | 'Delete';

export interface StoredCell {
  readonly row: string;
  readonly family: string;
  readonly qualifier: string;
  readonly timestamp: number;
  readonly type: 'Put' | MarkerType;
  readonly value: string;
  /** The same for all cells of a mutation; larger means written later. */
  readonly sequence: number;
  /** Its own time to live in milliseconds (W-60). */
  readonly ttl?: number;
}

/** The order at equal timestamps (O-3). */
const TYPES = ['DeleteFamily', 'DeleteColumn', 'DeleteFamilyVersion', 'Delete', 'Put'] as const;

/** The cells in the order O-2. */
export function sorted(cells: readonly StoredCell[]): StoredCell[] {
  return [...cells].sort(
    (a, b) =>
      compareTexts(a.row, b.row) ||
      compareTexts(a.family, b.family) ||
      compareTexts(a.qualifier, b.qualifier) ||
      b.timestamp - a.timestamp ||
      TYPES.indexOf(a.type) - TYPES.indexOf(b.type) ||
      b.sequence - a.sequence,
  );
}

/**
 * Merges `kept` and the cells of one mutation. If two differ only in the value, the later one replaces the earlier one
 * (O-7).
 */
export function withCells(kept: readonly StoredCell[], written: readonly StoredCell[]): StoredCell[] {
  let cells = [...kept];
  for (const cell of written) {
    cells = cells.filter((one) => !isSameKey(one, cell));
    cells.push(cell);
  }
  return cells;
}

/** The distinct texts of `texts`, in ascending order. */
export function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(compareTexts);
}

export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function isSameKey(a: StoredCell, b: StoredCell): boolean {
  return (
    a.row === b.row &&
    a.family === b.family &&
    a.qualifier === b.qualifier &&
    a.timestamp === b.timestamp &&
    a.type === b.type &&
    a.sequence === b.sequence
  );
}
