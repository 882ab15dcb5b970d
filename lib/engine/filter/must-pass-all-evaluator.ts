/*
 * A FilterList of MUST_PASS_ALL (F-12): it includes a cell if every member does, and takes the largest step.
 *
 *   so far      member          result
 *   included    includes        included, the larger step
 *   included    excludes        excluded, the larger step; later members do not see the cell, so they do not count it
 *   included    is exhausted    excluded, next row; later members do not see the cell
 *
 * A hint overrides all steps, and the farthest of several hints counts. Members that seek are asked for theirs
 * even after another member excluded the cell.
 */

import type { CellView } from '../../keyvalue/cell-view.js';
import type { SeekKey } from '../../keyvalue/seek-key.js';
import type { FilterEvaluator } from './filter-evaluator.js';
import { FilterListEvaluator } from './filter-list-evaluator.js';
import { codeOf, isIncluded, ReturnCode, stepOf } from './return-code.js';
import { VALUE_KEPT, type ValueTransform } from './value-transform.js';

export class MustPassAllEvaluator extends FilterListEvaluator {
  /** The members that answered the last cell with a hint: the first `hints` entries. */
  readonly #hinting: FilterEvaluator[] = [];
  #hints = 0;

  override filterAllRemaining(): boolean {
    for (const member of this.members) if (member.filterAllRemaining()) return true;
    return false;
  }

  /** Asks every member, because some remember the row (F-14). */
  override filterRowKey(cell: CellView, family: Uint8Array): boolean {
    let dropped = false;
    for (const member of this.members)
      if (member.filterAllRemaining() || member.filterRowKey(cell, family)) dropped = true;
    return dropped;
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    this.#hints = 0;
    let included = true;
    let step = 0;
    for (const member of this.members) {
      if (!included && !member.seeks) continue;
      const code = included && member.filterAllRemaining() ? ReturnCode.NextRow : member.filterCell(cell, family);
      if (code === ReturnCode.SeekNextUsingHint) this.#hinting[this.#hints++] = member;
      if (!included) continue;
      included = isIncluded(code);
      step = Math.max(step, stepOf(code));
    }
    if (this.#hints > 0) return ReturnCode.SeekNextUsingHint;
    return codeOf(included, step);
  }

  override nextCellHint(cell: CellView, family: Uint8Array): SeekKey | null {
    let farthest: SeekKey | null = null;
    for (let index = 0; index < this.#hints; index++) {
      const member = this.#hinting[index] as FilterEvaluator;
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
