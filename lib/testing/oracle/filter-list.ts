/* Filters that combine other filters (F-5). */
import { type Code, comparePlaces, OracleFilter, type Place } from './filter.js';
import type { StoredCell } from './stored-cell.js';

const STEPS: Readonly<Record<Exclude<Code, 'SEEK_NEXT_USING_HINT'>, number>> = {
  INCLUDE: 0,
  INCLUDE_AND_NEXT_COL: 1,
  INCLUDE_AND_SEEK_NEXT_ROW: 2,
  SKIP: 0,
  NEXT_COL: 1,
  NEXT_ROW: 2,
};

function includes(code: Code): boolean {
  return code.startsWith('INCLUDE');
}

function codeOf(included: boolean, step: number): Code {
  const codes = included
    ? (['INCLUDE', 'INCLUDE_AND_NEXT_COL', 'INCLUDE_AND_SEEK_NEXT_ROW'] as const)
    : (['SKIP', 'NEXT_COL', 'NEXT_ROW'] as const);
  return codes[step] as Code;
}

/** The step of a code that is not a hint. */
function stepOf(code: Code): number {
  return STEPS[code as keyof typeof STEPS];
}

abstract class ListFilter extends OracleFilter {
  protected readonly members: readonly OracleFilter[];
  override readonly hasFilterRow: boolean;

  constructor(members: readonly OracleFilter[]) {
    super();
    this.members = members;
    this.hasFilterRow = members.some((member) => member.hasFilterRow); // F-19
  }

  override setReversed(reversed: boolean): void {
    this.reversed = reversed;
    for (const member of this.members) member.setReversed(reversed);
  }

  override reset(): void {
    for (const member of this.members) member.reset();
  }

  /** F-17. */
  override filterRowCells(cells: readonly StoredCell[]): readonly StoredCell[] {
    return this.members.reduce((left, member) => member.filterRowCells(left), cells);
  }

  override isFamilyEssential(family: string): boolean {
    return this.members.length === 0 || this.members.some((member) => member.isFamilyEssential(family)); // F-19
  }
}

/** MUST_PASS_ALL. */
export class AndFilter extends ListFilter {
  private hinting: OracleFilter[] = [];

  override filterAllRemaining(): boolean {
    return this.members.some((member) => member.filterAllRemaining()); // F-15
  }

  override filterRowKey(row: string): boolean {
    return this.members.map((member) => member.filterRowKey(row)).includes(true); // F-14
  }

  /** F-12. */
  override filterCell(cell: StoredCell): Code {
    this.hinting = [];
    let step = 0;
    let included = true;
    for (const member of this.members) {
      if (!included && !member.seeks) continue;
      if (member.filterAllRemaining()) {
        if (included) return 'NEXT_ROW';
        continue;
      }
      const code = member.filterCell(cell);
      if (code === 'SEEK_NEXT_USING_HINT') this.hinting.push(member);
      else if (included) step = Math.max(step, stepOf(code));
      included &&= includes(code);
    }
    return this.hinting.length > 0 ? 'SEEK_NEXT_USING_HINT' : codeOf(included, step);
  }

  override hint(cell: StoredCell): Place | null {
    const places = this.hinting.filter((member) => !member.filterAllRemaining()).map((member) => member.hint(cell));
    return extreme(
      places.filter((place) => place !== null),
      this.reversed,
      1,
    );
  }

  override transform(value: string): string {
    return this.members.reduce((changed, member) => member.transform(changed), value);
  }

  override filterRow(): boolean {
    return this.members.some((member) => member.filterRow()); // F-16
  }
}

interface Answer {
  readonly cell: StoredCell;
  readonly code: Code;
}

/** MUST_PASS_ONE. */
export class OrFilter extends ListFilter {
  /** The last answer of each member for a cell of this row. */
  private readonly answers = new Map<OracleFilter, Answer>();
  private including: OracleFilter[] = [];

  override reset(): void {
    super.reset();
    this.answers.clear();
  }

  override filterAllRemaining(): boolean {
    return this.members.length > 0 && this.members.every((member) => member.filterAllRemaining()); // F-15
  }

  override filterRowKey(row: string): boolean {
    const said = this.members.map((member) => member.filterRowKey(row));
    return said.length > 0 && !said.includes(false); // F-14
  }

  /** F-13. */
  override filterCell(cell: StoredCell): Code {
    if (this.members.length === 0) return 'INCLUDE'; // F-11
    const codes: Code[] = [];
    this.including = [];
    for (const member of this.members) {
      if (member.filterAllRemaining()) continue;
      const covering = this.covering(member, cell);
      const code = covering ?? member.filterCell(cell);
      if (covering === null) this.answers.set(member, { cell, code });
      if (includes(code)) this.including.push(member);
      codes.push(code);
    }
    if (codes.length === 0) return 'SKIP';
    const steps = codes.map((code) => (code === 'SEEK_NEXT_USING_HINT' ? 0 : stepOf(code)));
    if (this.including.length > 0) return codeOf(true, Math.min(...steps));
    if (codes.every((code) => code === 'SEEK_NEXT_USING_HINT')) return 'SEEK_NEXT_USING_HINT';
    return codeOf(false, Math.min(...steps));
  }

  /** The member's last answer, if it also applies to this cell. Null means that the member must be called. */
  private covering(member: OracleFilter, cell: StoredCell): Code | null {
    const last = this.answers.get(member);
    if (last === undefined) return null;
    const sameFamily = last.cell.family === cell.family;
    if (last.code === 'SEEK_NEXT_USING_HINT') {
      const place = member.hint(last.cell);
      return place !== null && comparePlaces(cell, place, this.reversed) < 0 ? last.code : null;
    }
    if (stepOf(last.code) === 1) return sameFamily && last.cell.qualifier === cell.qualifier ? 'NEXT_COL' : null;
    return stepOf(last.code) === 2 && sameFamily ? 'NEXT_ROW' : null;
  }

  override hint(cell: StoredCell): Place | null {
    const places = this.members.filter((member) => !member.filterAllRemaining()).map((member) => member.hint(cell));
    if (places.includes(null)) return null;
    return extreme(places as Place[], this.reversed, -1);
  }

  override transform(value: string): string {
    return this.including.reduce((changed, member) => member.transform(changed), value); // F-18
  }

  override filterRow(): boolean {
    return this.members.length > 0 && this.members.every((member) => member.filterRow()); // F-16
  }
}

/** The farthest place (1) or the nearest one (-1). */
function extreme(places: readonly Place[], reversed: boolean, sign: 1 | -1): Place | null {
  return places.reduce<Place | null>(
    (best, place) => (best === null || sign * comparePlaces(place, best, reversed) > 0 ? place : best),
    null,
  );
}

abstract class WrappingFilter extends OracleFilter {
  override readonly hasFilterRow: boolean = true;
  protected readonly inner: OracleFilter;

  constructor(inner: OracleFilter) {
    super();
    this.inner = inner;
  }

  override reset(): void {
    this.inner.reset();
  }

  override transform(value: string): string {
    return this.inner.transform(value);
  }

  override isFamilyEssential(family: string): boolean {
    return this.inner.isFamilyEssential(family);
  }
}

export class SkippingFilter extends WrappingFilter {
  private rejected = false;

  override reset(): void {
    super.reset();
    this.rejected = false;
  }

  override filterCell(cell: StoredCell): Code {
    const code = this.inner.filterCell(cell);
    if (code !== 'INCLUDE') this.rejected = true;
    return code;
  }

  override filterRow(): boolean {
    return this.rejected;
  }
}

export class WhileMatchingFilter extends WrappingFilter {
  private over = false;

  override filterAllRemaining(): boolean {
    return this.over || this.inner.filterAllRemaining();
  }

  override filterRowKey(row: string): boolean {
    const rejected = this.inner.filterRowKey(row);
    if (rejected) this.over = true;
    return rejected;
  }

  override filterCell(cell: StoredCell): Code {
    const code = this.inner.filterCell(cell);
    if (code !== 'INCLUDE') this.over = true;
    return code;
  }

  override filterRow(): boolean {
    const rejected = this.inner.filterRow();
    if (rejected) this.over = true;
    return rejected;
  }
}
