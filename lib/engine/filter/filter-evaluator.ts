import { ReturnCode } from '../../filter/return-code.js';
import { VALUE_KEPT, type ValueTransform } from '../../filter/value-transform.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';

/** The included cells of the row at hand. */
export interface RowCells {
  /** Removes the cells for which `keep` is false; it is asked once for each, in order. The cell is valid during that call. */
  retain(keep: (cell: CellView, family: Uint8Array) => boolean): void;
}

/**
 * A filter at work: stateful, and belongs to one running scan (F-1). What a kind does not override is the answer of a filter
 * that lets everything pass.
 *
 * Row for row: `filterAllRemaining` - `filterRowKey` - `filterCell` for each cell and `transformCell` for each included
 * one - `filterRowCells` if `hasFilterRow` - `filterRow` unless nothing is left - `reset`.
 *
 * Cells are borrowed: valid during the call. `family` is the name of the cell's family, and must be the same array for cells of the
 * same family.
 */
export abstract class FilterEvaluator {
  /** Whether it decides about rows as a whole. */
  readonly hasFilterRow: boolean = false;
  /** Whether an AND asks it for a hint even behind a member that rejected the cell (F-12). */
  readonly seeks: boolean = false;
  protected reversed = false;

  /** Called once, before everything else. */
  setReversed(reversed: boolean): void {
    this.reversed = reversed;
  }

  /** Before each row. */
  reset(): void {}

  /** True ends the scan; in the middle of a row, with that row. */
  filterAllRemaining(): boolean {
    return false;
  }

  /** Asked with the first cell of each row, a marker too; true skips the row. */
  filterRowKey(_cell: CellView, _family: Uint8Array): boolean {
    return this.filterAllRemaining();
  }

  /** What becomes of the cell, and where to go on. Asked cell by cell in the order of the read. */
  filterCell(_cell: CellView, _family: Uint8Array): ReturnCode {
    return ReturnCode.Include;
  }

  /**
   * The place to go on at, asked directly after SeekNextUsingHint with the same cell; null: the next cell. Valid until the next call.
   * It may lie before the cell (a reversed scan), inside its row or even its column: a reader that follows it must see the markers
   * on the way.
   */
  nextCellHint(_cell: CellView, _family: Uint8Array): SeekKey | null {
    return null;
  }

  /** What an included cell's value becomes; `before` is what an earlier member of a list made of it (F-18). */
  transformCell(_cell: CellView, before: ValueTransform = VALUE_KEPT): ValueTransform {
    return before;
  }

  /** May remove included cells of the row. */
  filterRowCells(_cells: RowCells): void {}

  /** Asked behind each row of which something is left; true drops the row. */
  filterRow(): boolean {
    return false;
  }

  /** Whether this family decides which rows are found. */
  isFamilyEssential(_family: Uint8Array): boolean {
    return true;
  }
}
