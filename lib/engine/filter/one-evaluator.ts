/*
 * A FilterList of which one member must pass (F-13): a cell is included if any member includes it, and the smallest step is taken, where a
 * hint counts as the step to the next cell. It is a hint only if every member has one, and then the nearest of them.
 *
 * So a member may be shown cells that it asked to pass over. It is not: what it said holds, without asking it, until the next column, the
 * next family or the place of its hint. Exhausted members are left out.
 */
import { compareBytes } from '../../bytes/compare.js';
import { isIncluded, ReturnCode } from '../../filter/return-code.js';
import { VALUE_KEPT, type ValueTransform } from '../../filter/value-transform.js';
import { compareRows, sameQualifier } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import type { FilterEvaluator } from './filter-evaluator.js';
import { FilterListEvaluator } from './filter-list-evaluator.js';

/** What a member said last in this row. */
interface Answer {
  /** Include before the first one: it says nothing about further cells. */
  code: ReturnCode;
  family: Uint8Array | null;
  /** The cell that it was asked about or, behind a hint, the place to go on at. */
  readonly place: SeekKey;
  /** Whether there is such a place. */
  hinted: boolean;
  /** Whether it included the present cell. */
  included: boolean;
}

export class OneEvaluator extends FilterListEvaluator {
  private readonly answers: readonly Answer[];

  constructor(members: readonly FilterEvaluator[]) {
    super(members);
    this.answers = members.map(() => ({
      code: ReturnCode.Include,
      family: null,
      place: new SeekKey(),
      hinted: false,
      included: false,
    }));
  }

  override reset(): void {
    super.reset();
    for (const answer of this.answers) answer.code = ReturnCode.Include;
  }

  override filterAllRemaining(): boolean {
    for (const member of this.members) if (!member.filterAllRemaining()) return false;
    return this.members.length > 0;
  }

  /** Every member is asked, because some remember the row (F-14). */
  override filterRowKey(cell: CellView, family: Uint8Array): boolean {
    let dropped = this.members.length > 0;
    for (const member of this.members) {
      if (!member.filterAllRemaining() && !member.filterRowKey(cell, family)) dropped = false;
    }
    return dropped;
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    const { members, answers } = this;
    if (members.length === 0) return ReturnCode.Include;
    let asked = false;
    let included = false;
    let hinted = true;
    let step = 2;
    for (let index = 0; index < members.length; index++) {
      const member = members[index] as FilterEvaluator;
      const answer = answers[index] as Answer;
      answer.included = false;
      if (member.filterAllRemaining()) continue;
      const code = this.holds(answer, cell, family) ? withoutCell(answer.code) : ask(member, answer, cell, family);
      asked = true;
      answer.included = isIncluded(code);
      included ||= answer.included;
      hinted &&= code === ReturnCode.SeekNextUsingHint;
      step = Math.min(step, code % 3);
    }
    if (!asked) return ReturnCode.Skip;
    if (hinted) return ReturnCode.SeekNextUsingHint;
    return (included ? ReturnCode.Include + step : step) as ReturnCode;
  }

  override nextCellHint(): SeekKey | null {
    let nearest: SeekKey | null = null;
    for (let index = 0; index < this.members.length; index++) {
      const { place, hinted } = this.answers[index] as Answer;
      if ((this.members[index] as FilterEvaluator).filterAllRemaining()) continue;
      if (!hinted) return null;
      if (nearest === null || this.comparePlaces(nearest.cell, place.cell) > 0) nearest = place;
    }
    return nearest;
  }

  override transformCell(cell: CellView, before: ValueTransform = VALUE_KEPT): ValueTransform {
    let transform = before;
    for (let index = 0; index < this.members.length; index++) {
      if (!(this.answers[index] as Answer).included) continue;
      transform = (this.members[index] as FilterEvaluator).transformCell(cell, transform);
    }
    return transform;
  }

  override filterRow(): boolean {
    for (const member of this.members) if (!member.filterRow()) return false;
    return this.members.length > 0;
  }

  /** Whether what the member said last is its answer to this cell too. REQUIRES a cell of the same row. */
  private holds({ code, family: before, place, hinted }: Answer, cell: CellView, family: Uint8Array): boolean {
    if (code === ReturnCode.SeekNextUsingHint) {
      if (!hinted) return false;
      const families = before === family || before === null ? 0 : compareBytes(family, before);
      const order =
        families === 0 || compareRows(cell, place.cell) !== 0 ? this.comparePlaces(cell, place.cell) : families;
      return order < 0;
    }
    const step = code % 3;
    return step > 0 && before === family && (step > 1 || sameQualifier(cell, place.cell));
  }
}

/** What an answer says about further cells: the step alone. */
function withoutCell(code: ReturnCode): ReturnCode {
  return (isIncluded(code) ? code - ReturnCode.Include : code) as ReturnCode;
}

function ask(member: FilterEvaluator, answer: Answer, cell: CellView, family: Uint8Array): ReturnCode {
  const code = member.filterCell(cell, family);
  answer.code = code;
  if (code % 3 > 0) answer.place.copyOf(cell);
  else if (code === ReturnCode.SeekNextUsingHint) {
    const hint = member.nextCellHint(cell, family);
    answer.hinted = hint !== null;
    if (hint !== null) answer.place.copyOf(hint.cell);
  } else return code;
  answer.family = family;
  return code;
}
