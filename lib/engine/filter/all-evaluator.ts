/*
 * A FilterList whose members must all pass (F-12): a cell is included if every member includes it, and the largest step is taken.
 *
 *   so far      member says     then
 *   included    included        included, the larger step
 *   included    not included    not included, the larger step; those behind are not asked, so that their counters stand still
 *   included    is exhausted    not included, next row; likewise
 *
 * A hint wins over all, of several the farthest. Members that seek give theirs even behind the one that rejected the cell.
 */

import { isIncluded, ReturnCode } from '../../filter/return-code.js';
import { VALUE_KEPT, type ValueTransform } from '../../filter/value-transform.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import type { FilterEvaluator } from './filter-evaluator.js';
import { FilterListEvaluator } from './filter-list-evaluator.js';

export class AllEvaluator extends FilterListEvaluator {
  /** Members that answered the last cell with a hint; as many as `hints`. */
  private readonly hinting: FilterEvaluator[] = [];
  private hints = 0;

  override filterAllRemaining(): boolean {
    for (const member of this.members) if (member.filterAllRemaining()) return true;
    return false;
  }

  /** Every member is asked, because some remember the row (F-14). */
  override filterRowKey(cell: CellView, family: Uint8Array): boolean {
    let dropped = false;
    for (const member of this.members)
      if (member.filterAllRemaining() || member.filterRowKey(cell, family)) dropped = true;
    return dropped;
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    this.hints = 0;
    let included = true;
    let step = 0;
    for (const member of this.members) {
      if (!included && !member.seeks) continue;
      const code = included && member.filterAllRemaining() ? ReturnCode.NextRow : member.filterCell(cell, family);
      if (code === ReturnCode.SeekNextUsingHint) this.hinting[this.hints++] = member;
      if (!included) continue;
      included = isIncluded(code);
      step = Math.max(step, code % 3);
    }
    if (this.hints > 0) return ReturnCode.SeekNextUsingHint;
    return (included ? ReturnCode.Include + step : step) as ReturnCode;
  }

  override nextCellHint(cell: CellView, family: Uint8Array): SeekKey | null {
    let farthest: SeekKey | null = null;
    for (let index = 0; index < this.hints; index++) {
      const member = this.hinting[index] as FilterEvaluator;
      const hint = member.filterAllRemaining() ? null : member.nextCellHint(cell, family);
      if (hint !== null && (farthest === null || this.comparePlaces(farthest.cell, hint.cell) < 0)) farthest = hint;
    }
    return farthest;
  }

  override transformCell(cell: CellView, before: ValueTransform = VALUE_KEPT): ValueTransform {
    let transform = before;
    for (const member of this.members) transform = member.transformCell(cell, transform);
    return transform;
  }

  override filterRow(): boolean {
    for (const member of this.members) if (member.filterRow()) return true;
    return false;
  }
}
