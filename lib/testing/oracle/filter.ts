/* What a filter of the oracle answers. Bytes are texts of one character a byte, as everywhere in the oracle. */
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
 * Before every cell of a column, or of a row where family and qualifier are empty, that is not newer than the
 * timestamp.
 */
export type Place = Pick<StoredCell, 'row' | 'family' | 'qualifier' | 'timestamp'>;

/** A filter of one running scan (F-1). What a kind does not say is what a filter says that lets everything pass. */
export abstract class OracleFilter {
  readonly hasFilterRow: boolean = false;
  /** Whether an AND asks it after a rejection (F-12). */
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

/** In the order of the scan: rows by its direction, inside a row O-2 in both. */
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
