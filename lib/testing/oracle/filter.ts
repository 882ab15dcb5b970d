/* The answers of a filter of the oracle. Bytes are texts with one character per byte, as everywhere in the oracle. */
import { compareTexts, type StoredCell } from './stored-cell.js';

/** */
export type Code =
  | 'INCLUDE'
  | 'INCLUDE_AND_NEXT_COL'
  | 'INCLUDE_AND_SEEK_NEXT_ROW'
  | 'SKIP'
  | 'NEXT_COL'
  | 'NEXT_ROW'
  | 'SEEK_NEXT_USING_HINT';

/**
 * A place before every cell of a column that is not newer than the timestamp, or, if family and qualifier are empty,
 * before every such cell of a row.
 */
export type Place = Pick<StoredCell, 'row' | 'family' | 'qualifier' | 'timestamp'>;

/** A filter of one running scan (F-1). By default, it lets everything pass. */
export abstract class OracleFilter {
  readonly hasFilterRow: boolean = false;
  /** Whether an AND calls it after a rejection (F-12). */
  readonly seeks: boolean = false;
  reversed = false;

  setReversed(reversed: boolean): void {
    this.reversed = reversed;
  }

  reset(): void {}

  filterAllRemaining(): boolean {
    return false;
  }

  filterRowKey(_row: string): boolean {
    return this.filterAllRemaining();
  }

  filterCell(_cell: StoredCell): Code {
    return 'INCLUDE';
  }

  hint(_cell: StoredCell): Place | null {
    return null;
  }

  transform(value: string): string {
    return value;
  }

  filterRowCells(cells: readonly StoredCell[]): readonly StoredCell[] {
    return cells;
  }

  filterRow(): boolean {
    return false;
  }

  isFamilyEssential(_family: string): boolean {
    return true;
  }
}

/** Compares in the order of the scan: rows in its direction, and O-2 within a row in both directions. */
export function comparePlaces(a: Place, b: Place, reversed: boolean): number {
  return (
    (reversed ? compareTexts(b.row, a.row) : compareTexts(a.row, b.row)) ||
    compareTexts(a.family, b.family) ||
    compareTexts(a.qualifier, b.qualifier) ||
    Math.sign(b.timestamp - a.timestamp) ||
    0
  );
}

export function firstOnColumn({ row, family }: StoredCell, qualifier: string): Place {
  return { row, family, qualifier, timestamp: Number.POSITIVE_INFINITY };
}

export function firstOnRow(row: string): Place {
  return { row, family: '', qualifier: '', timestamp: Number.POSITIVE_INFINITY };
}
