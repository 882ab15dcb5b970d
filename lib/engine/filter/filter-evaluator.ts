import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import type { FilterState } from './filter-state.js';
import { ReturnCode } from './return-code.js';
import { VALUE_KEPT, type ValueTransform } from './value-transform.js';

/** The included cells of the current row. */
export interface RowCells {
  /**
   * Removes the cells for which `keep` returns false. Calls it once for each, in order; the cell is valid during that
   * call.
   */
  retain(keep: (cell: CellView, family: Uint8Array) => boolean): void;
}

/**
 * A filter in the engine. It has state, and belongs to one running scan (F-1). The methods here let everything pass;
 * each kind of filter overrides those that it decides with.
 *
 * The order of calls for each row: `filterAllRemaining`, `filterRowKey`, `filterCell` for each cell and
 * `transformCell` for each included one, `filterRowCells` if `hasFilterRow`, `filterRow` unless nothing is left,
 * `reset`.
 *
 * Cells are borrowed: they are valid during the call. `family` is the name of the cell's family, and must be the same
 * array for cells of the same family.
 */
export abstract class FilterEvaluator {
  /** Whether it judges complete rows. */
  readonly hasFilterRow: boolean = false;
  /** Whether MUST_PASS_ALL asks it for a hint even after another member excluded the cell (F-12). */
  readonly seeks: boolean = false;
  /**
   * The filters in it, by class name, whose verdict on a row may depend on the rows before it: if a row is read alone,
   * they may judge it differently.
   */
  readonly countingFilters: readonly string[] = [];
  protected reversed = false;

  /** Called once, before everything else. */
  setReversed(reversed: boolean): void {
    this.reversed = reversed;
  }

  /** Called before each row. */
  reset(): void {}

  /** Passes everything that it remembers from row to row through `state`, and continues with what that returns. */
  carry(_state: FilterState): void {}

  /** True ends the scan; in the middle of a row, after that row. */
  filterAllRemaining(): boolean {
    return false;
  }

  /** Called with the first cell of each row, which may be a marker; true skips the row. */
  filterRowKey(_cell: CellView, _family: Uint8Array): boolean {
    return this.filterAllRemaining();
  }

  /** Decides whether to include the cell, and where to continue. Called in the order of the read. */
  filterCell(_cell: CellView, _family: Uint8Array): ReturnCode {
    return ReturnCode.Include;
  }

  /**
   * Where to continue; null: the next cell. Called directly after `filterCell` returned SeekNextUsingHint for the
   * same cell. Valid until the next call. It may be before the cell (in a reversed scan), or inside its row or even its
   * column: a reader that follows it must not miss the markers on the way.
   */
  nextCellHint(_cell: CellView, _family: Uint8Array): SeekKey | null {
    return null;
  }

  /** The new value of an included cell; `before` is the result of an earlier member of a list (F-18). */
  transformCell(_cell: CellView, before: ValueTransform = VALUE_KEPT): ValueTransform {
    return before;
  }

  /** May remove included cells of the row. */
  filterRowCells(_cells: RowCells): void {}

  /** Called after each row of which something is left; true drops the row. */
  filterRow(): boolean {
    return false;
  }

  /** Whether this family decides which rows are found. */
  isFamilyEssential(_family: Uint8Array): boolean {
    return true;
  }
}
