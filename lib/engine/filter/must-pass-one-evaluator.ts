/*
 * A FilterList of MUST_PASS_ONE (F-13): it includes a cell if any member does, and takes the smallest step, where a
 * hint counts as the step to the next cell. It returns a hint only if every member has one, and then the nearest of
 * them.
 *
 * So the list may reach cells that a member asked to pass over. It does not show them to that member: the member's last
 * answer stays valid until the next column, the next family or the place of its hint. Exhausted members are left out.
 */
import { compareBytes } from '../../bytes/compare.js';
import { compareRows, sameQualifier } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import type { FilterEvaluator } from './filter-evaluator.js';
import { FilterListEvaluator } from './filter-list-evaluator.js';
import { codeOf, isIncluded, ReturnCode, stepOf } from './return-code.js';
import { VALUE_KEPT, type ValueTransform } from './value-transform.js';

/** A member's last answer in this row. */
interface Answer {
  readonly member: FilterEvaluator;
  /** Include before the first answer: it does not cover further cells. */
  code: ReturnCode;
  family: Uint8Array | null;
  /** The cell of the answer or, after a hint, the place to continue at. */
  readonly place: SeekKey;
  /** Whether there is such a place. */
  hinted: boolean;
  /** Whether the member included the current cell. */
  included: boolean;
}

export class MustPassOneEvaluator extends FilterListEvaluator {
  readonly #answers: readonly Answer[];

  constructor(members: readonly FilterEvaluator[]) {
    super(members);
    this.#answers = members.map((member) => ({
      member,
      code: ReturnCode.Include,
      family: null,
      place: new SeekKey(),
      hinted: false,
      included: false,
    }));
  }

  override reset(): void {
    super.reset();
    for (const answer of this.#answers) answer.code = ReturnCode.Include;
  }

  override filterAllRemaining(): boolean {
    for (const member of this.members) if (!member.filterAllRemaining()) return false;
    return this.members.length > 0;
  }

  /** Asks every member, because some remember the row (F-14). */
  override filterRowKey(cell: CellView, family: Uint8Array): boolean {
    let dropped = this.members.length > 0;
    for (const member of this.members) {
      if (!member.filterAllRemaining() && !member.filterRowKey(cell, family)) dropped = false;
    }
    return dropped;
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    if (this.#answers.length === 0) return ReturnCode.Include;
    let asked = false;
    let included = false;
    let hinted = true;
    let step = 2;
    for (const answer of this.#answers) {
      answer.included = false;
      if (answer.member.filterAllRemaining()) continue;
      const code = this.#covers(answer, cell, family) ? withoutCell(answer.code) : ask(answer, cell, family);
      asked = true;
      answer.included = isIncluded(code);
      included ||= answer.included;
      hinted &&= code === ReturnCode.SeekNextUsingHint;
      step = Math.min(step, stepOf(code));
    }
    if (!asked) return ReturnCode.Skip;
    return hinted ? ReturnCode.SeekNextUsingHint : codeOf(included, step);
  }

  override nextCellHint(): SeekKey | null {
    let nearest: SeekKey | null = null;
    for (const { member, place, hinted } of this.#answers) {
      if (member.filterAllRemaining()) continue;
      if (!hinted) return null;
      if (nearest === null || this.comparePlaces(nearest.cell, place.cell) > 0) nearest = place;
    }
    return nearest;
  }

  override transformCell(cell: CellView, before: ValueTransform = VALUE_KEPT): ValueTransform {
    let transform = before;
    for (const { member, included } of this.#answers) if (included) transform = member.transformCell(cell, transform);
    return transform;
  }

  override filterRow(): boolean {
    for (const member of this.members) if (!member.filterRow()) return false;
    return this.members.length > 0;
  }

  /** Whether the member's last answer is its answer to this cell too. REQUIRES a cell of the same row. */
  #covers({ code, family: before, place, hinted }: Answer, cell: CellView, family: Uint8Array): boolean {
    if (code === ReturnCode.SeekNextUsingHint) {
      if (!hinted) return false;
      const families = before === family || before === null ? 0 : compareBytes(family, before);
      const order =
        families === 0 || compareRows(cell, place.cell) !== 0 ? this.comparePlaces(cell, place.cell) : families;
      return order < 0;
    }
    const step = stepOf(code);
    return step > 0 && before === family && (step > 1 || sameQualifier(cell, place.cell));
  }
}

/** An answer's code for further cells: the step alone. */
function withoutCell(code: ReturnCode): ReturnCode {
  return code === ReturnCode.SeekNextUsingHint ? code : codeOf(false, stepOf(code));
}

function ask(answer: Answer, cell: CellView, family: Uint8Array): ReturnCode {
  const { member, place } = answer;
  const code = member.filterCell(cell, family);
  answer.code = code;
  if (stepOf(code) > 0) place.copyOf(cell);
  else if (code === ReturnCode.SeekNextUsingHint) {
    const hint = member.nextCellHint(cell, family);
    answer.hinted = hint !== null;
    if (hint !== null) place.copyOf(hint.cell);
  } else return code;
  answer.family = family;
  return code;
}
