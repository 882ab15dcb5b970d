/*
 * Determines which back-references an automaton can follow. An automaton cannot remember what a group matched. It need
 * not where the group has a fixed length and lies a fixed distance before the reference: then each character of the
 * reference equals the one at that distance before it. This holds for `(.)\1` and `(\d{4})-\1`, but not for `(a*)\1`
 * and `(a)b*\1`.
 *
 * The group must be certain to have matched, because otherwise Java fails where JavaScript matches an empty text; and
 * case must be significant.
 */

/**
 * A place in the text, as far as the expression fixes it: the number of characters after the start of a stretch of
 * fixed length.
 */
interface Place {
  readonly stretch: number;
  readonly offset: number;
}

/** A place in the expression. */
export interface ReferenceMark {
  readonly place: Place;
  readonly groups: number;
  readonly references: number;
}

/** A group that is open, or the whole expression. */
export interface Scope {
  readonly before: ReferenceMark;
  /** Its number if it captures, else 0. */
  readonly number: number;
  /** Where its alternatives so far end; null before the first one ends. */
  end: Place | null;
  branches: boolean;
}

/** A group that matched. */
interface Captured {
  readonly begin: Place;
  /** NaN when it is not fixed. */
  readonly length: number;
}

/** What a reference repeats. */
interface Reference {
  readonly length: number;
  /** The distance from each of its characters back to the one that it repeats. */
  readonly distance: number;
}

const NOWHERE: Place = { stretch: -1, offset: 0 };

/** Follows an expression from left to right. */
export class References {
  #groups = 0;
  #stretches = 0;
  #place: Place = { stretch: 0, offset: 0 };
  /** By number. A group that may not have matched, or is open, is not among them. */
  readonly #captured = new Map<number, Captured>();
  /** Numbers of the groups referred to. */
  readonly #references: number[] = [];

  mark(): ReferenceMark {
    return { place: this.#place, groups: this.#groups, references: this.#references.length };
  }

  /** A character was read. */
  read(): void {
    this.#place = { ...this.#place, offset: this.#place.offset + 1 };
  }

  open(captures: boolean): Scope {
    const before = this.mark();
    if (captures) this.#groups++;
    return { before, number: captures ? this.#groups : 0, end: null, branches: false };
  }

  branch(scope: Scope): void {
    scope.branches = true;
    this.#forget(scope.before.groups);
    this.#endBranch(scope);
    this.#place = scope.before.place;
  }

  close(scope: Scope): void {
    this.#endBranch(scope);
    this.#place = scope.end as Place;
    if (this.#place === NOWHERE) this.#beginStretch();
    if (scope.branches) this.#forget(scope.before.groups);
    const begin = scope.before.place;
    if (scope.number > 0) this.#captured.set(scope.number, { begin, length: charactersBetween(begin, this.#place) });
  }

  /** After it the text goes on where it began. */
  closeLook(scope: Scope, isSure: boolean): void {
    this.#place = scope.before.place;
    if (scope.branches || !isSure) this.#forget(scope.before.groups);
  }

  /**
   * Repeats what follows the mark. Returns false if a reference in it would be at several distances from its group.
   * `isReference`: it is one reference and nothing else.
   */
  repeat(mark: ReferenceMark, least: number, most: number, isReference: boolean): boolean {
    const end = this.#place;
    const length = charactersBetween(mark.place, end);
    const outer = this.#references.slice(mark.references).filter((number) => number <= mark.groups);
    // Each repetition of a reference directly after its group repeats the one before.
    const follows = isReference && outer.every((number) => this.#follows(number, mark.place));
    if (most > 1 && outer.length > 0 && !follows) return false;
    if (least === 0) this.#forget(mark.groups);
    if (least === most && !Number.isNaN(length)) {
      this.#place = { ...end, offset: end.offset + length * (least - 1) };
    } else this.#beginStretch();
    for (const [number, { begin, length }] of this.#captured) {
      if (number <= mark.groups) continue;
      // What a group matched last it matched in the last repetition, as far from the end as in each.
      const back = charactersBetween(begin, end);
      this.#captured.set(number, {
        begin: Number.isNaN(back) ? NOWHERE : { ...this.#place, offset: this.#place.offset - back },
        length,
      });
    }
    return true;
  }

  /** Null when no automaton can follow it. The characters are to be read after that. */
  refer(number: number): Reference | null {
    const group = this.#captured.get(number);
    if (group === undefined) return null;
    const distance = charactersBetween(group.begin, this.#place);
    if (Number.isNaN(distance + group.length)) return null;
    this.#references.push(number);
    return { length: group.length, distance };
  }

  #follows(number: number, place: Place): boolean {
    const { begin, length } = this.#captured.get(number) as Captured;
    return charactersBetween(begin, place) === length;
  }

  #endBranch(scope: Scope): void {
    const same = scope.end === null || charactersBetween(scope.end, this.#place) === 0;
    scope.end = same ? this.#place : NOWHERE;
  }

  #beginStretch(): void {
    this.#place = { stretch: ++this.#stretches, offset: 0 };
  }

  /** Groups after the first `count` may not have matched. */
  #forget(count: number): void {
    for (const number of this.#captured.keys()) if (number > count) this.#captured.delete(number);
  }
}

function charactersBetween(from: Place, to: Place): number {
  return from.stretch === to.stretch ? to.offset - from.offset : Number.NaN;
}
