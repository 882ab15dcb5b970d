import { CellType } from './cell-type.js';

/** The type of a cell, in HBase's words: a put, or one of the four markers. @see O-3 */
export type CellTypeName = 'Put' | 'Delete' | 'DeleteFamilyVersion' | 'DeleteColumn' | 'DeleteFamily';

/** A cell as users see it. Every array has its own buffer. */
export interface Cell {
  readonly row: Uint8Array;
  readonly family: Uint8Array;
  readonly qualifier: Uint8Array;
  readonly timestamp: number;
  readonly type: CellTypeName;
  readonly value: Uint8Array;
}

/** The word for a stored cell's type code. REQUIRES one of the five codes that are stored. */
export function cellTypeName(type: number): CellTypeName {
  return Object.keys(CellType).find((name) => CellType[name as CellTypeName] === type) as CellTypeName;
}
