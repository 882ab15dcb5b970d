import { compareRows, compareWithoutRow } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { FilterEvaluator, type RowCells } from './filter-evaluator.js';
import type { FilterState } from './filter-state.js';

/** What the two kinds of FilterList share. A list without members lets everything pass (F-11). */
export abstract class FilterListEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean;
  override readonly countingFilters: readonly string[];
  protected readonly members: readonly FilterEvaluator[];

  constructor(members: readonly FilterEvaluator[]) {
    super();
    this.members = members;
    this.hasFilterRow = members.some((member) => member.hasFilterRow);
    this.countingFilters = [...new Set(members.flatMap((member) => member.countingFilters))];
  }

  override setReversed(reversed: boolean): void {
    super.setReversed(reversed);
    for (const member of this.members) member.setReversed(reversed);
  }

  override reset(): void {
    for (const member of this.members) member.reset();
  }

  override carry(state: FilterState): void {
    for (const member of this.members) member.carry(state);
  }

  /** Every member may remove cells, even one that did not let the row pass (F-17). */
  override filterRowCells(cells: RowCells): void {
    for (const member of this.members) member.filterRowCells(cells);
  }

  override isFamilyEssential(family: Uint8Array): boolean {
    return this.members.length === 0 || this.members.some((member) => member.isFamilyEssential(family));
  }

  /**
   * The order of two places in one family, in the direction of the scan. Inside a row it is always forward.
   */
  protected comparePlaces(a: CellView, b: CellView): number {
    const rows = compareRows(a, b);
    if (rows === 0) return compareWithoutRow(a, b);
    return this.reversed ? -rows : rows;
  }
}
