/*
 * Determines which back-references an automaton can follow. An automaton cannot remember what a group matched. It need
 * not where the group has a fixed length and lies a fixed distance before the reference: then each character of the
 * reference equals the one at that distance before it. This holds for `(.)\1` and `(\d{4})-\1`, but not for `(a*)\1`
 * and `(a)b*\1`.
 *
 * The group must be certain to have matched, because otherwise Java fails where JavaScript matches an empty text; and
 * case must be significant.
 *
 * A place in the text is a number: that of the characters before it, as far as the expression fixes it. After something
 * of no fixed length, places are larger by more than any expression can read.
 */

const STRETCH = 2 ** 32;

/** A group that matched. */
interface Captured {
  readonly begin: number;
  readonly length: number;
}

const NOWHERE: Captured = { begin: Number.NaN, length: Number.NaN };

/** What a reference repeats. */
interface Reference {
  readonly length: number;
  /** The distance from each of its characters back to the one that it repeats. */
  readonly distance: number;
}

/** A place in the expression. */
export interface Mark {
  readonly place: number;
  readonly groups: number;
  readonly references: number;
}

/** Follows an expression from left to right. */
export class References {
  place = 0;
  /** The number of groups so far. */
  groups = 0;
  #stretches = 0;
  /** By number. A group that may not have matched, or is open, is not among them. */
  readonly #captured: (Captured | undefined)[] = [];
  /** Numbers of the groups referred to. */
  readonly #references: number[] = [];

  mark(): Mark {
    return { place: this.place, groups: this.groups, references: this.#references.length };
  }

  /** Goes back to where something began, which may not have matched. */
  goBack({ place, groups }: Mark): void {
    this.place = place;
    this.#forget(groups);
  }

  /** After alternatives, which end at these places. */
  join(mark: Mark, ends: readonly number[]): void {
    this.#forget(mark.groups);
    if (ends.some((end) => end !== ends[0])) this.#beginStretch();
  }

  /** After a group that captures. */
  close(number: number, begin: number): void {
    this.#captured[number] = { begin, length: fixed(this.place - begin) };
  }

  /**
   * Repeats what follows the mark. Returns false if a reference in it would be at several distances from its group.
   * `isReference`: it is one reference and nothing else.
   */
  repeat(mark: Mark, least: number, most: number, isReference: boolean): boolean {
    const end = this.place;
    const length = fixed(end - mark.place);
    const outer = this.#references.slice(mark.references).filter((number) => number <= mark.groups);
    // Each repetition of a reference directly after its group repeats the one before.
    const follows = isReference && outer.every((number) => this.#follows(number, mark.place));
    if (most > 1 && outer.length > 0 && !follows) return false;
    if (least === 0) this.#forget(mark.groups);
    if (least === most && !Number.isNaN(length)) this.place += length * (least - 1);
    else this.#beginStretch();
    // What a group matched last it matched in the last repetition, as far from the end as in each.
    const inner = this.#captured.splice(mark.groups + 1);
    for (const captured of inner) {
      this.#captured.push(captured && { ...captured, begin: this.place - fixed(end - captured.begin) });
    }
    return true;
  }

  /** The distance is NaN if no automaton can follow it. The characters are to be read after that. */
  refer(number: number): Reference {
    const { begin, length } = this.#captured[number] ?? NOWHERE;
    this.#references.push(number);
    return { length, distance: fixed(this.place - begin) };
  }

  #follows(number: number, place: number): boolean {
    const { begin, length } = this.#captured[number] as Captured;
    return place - begin === length;
  }

  #beginStretch(): void {
    this.place = ++this.#stretches * STRETCH;
  }

  /** Groups after the first `count` may not have matched. */
  #forget(count: number): void {
    this.#captured.splice(count + 1);
  }
}

/** The number of characters between two places, or NaN. */
function fixed(distance: number): number {
  return Math.abs(distance) < STRETCH / 2 ? distance : Number.NaN;
}
