import type { Automaton, Part, Step, Subject } from './automaton.js';
import { StateSet } from './state-set.js';

/** How many comparisons one text may take: a second or two. */
export const MAX_STEPS: number = 2 ** 27;

/** Larger code points take two units of a text. */
const LAST_OF_ONE_UNIT = 0xffff;

/**
 * Matches texts with a regular expression. It follows all paths through the expression at once, character by character,
 * and never backtracks, so a text takes at most a fixed number of steps for each comparison in the expression and each
 * character, whatever both are.
 *
 * It reports only whether there is a match, so lazy and greedy repetition are equivalent.
 */
export class RegexMatcher {
  /** How many comparisons the last text took. */
  steps = 0;
  readonly #automaton: Automaton;
  /** The states before a character and after it. */
  readonly #sets: readonly [StateSet, StateSet];

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    const states = automaton.steps.length;
    this.#sets = [new StateSet(states), new StateSet(states)];
  }

  /**
   * Whether some part of `text` matches. Throws RangeError when the expression is too large for the length of the text.
   */
  isFoundIn(text: string): boolean {
    return this.#run(text, false);
  }

  /** Whether the whole of `text` matches. Throws as `isFoundIn`. */
  matches(text: string): boolean {
    return this.#run(text, true);
  }

  #run(text: string, whole: boolean): boolean {
    const { looks, fromBegin } = this.#automaton;
    const codes = codePoints(text);
    const subject: Subject = { codes, looks: new Uint32Array(looks.length > 0 ? codes.length + 1 : 0) };
    this.steps = 0;
    for (const [index, look] of looks.entries()) {
      this.#walk(subject, look, false, (at) => {
        (subject.looks[at] as number) |= 1 << index;
        return false;
      });
    }
    return this.#walk(subject, this.#automaton, whole || fromBegin, (at) => !whole || at === codes.length);
  }

  /**
   * Follows a part through the text, forwards or backwards, from the first position `once`, or from each. Calls
   * `reached` for each position where a way through the part ends, until one call returns true.
   */
  #walk(subject: Subject, { first, last, forwards }: Part, once: boolean, reached: (at: number) => boolean): boolean {
    const { steps } = this.#automaton;
    const { length } = subject.codes;
    let [states, next] = this.#sets;
    next.clear();
    for (let read = 0; read <= length; read++) {
      const at = forwards ? read : length - read;
      [states, next] = [next, states];
      next.clear();
      if (read === 0 || !once) states.add(first);
      // The set grows while it is read.
      for (let index = 0; index < states.size; index++) {
        for (const { kind, to } of steps[states.at(index)] as readonly Step[]) {
          this.steps += kind.cost;
          if (!kind.reads) {
            if (kind.test(subject, at)) states.add(to);
          } else if (read < length && kind.test(subject, forwards ? at : at - 1)) next.add(to);
        }
      }
      if (states.has(last) && reached(at)) return true;
      if (once && next.size === 0) return false;
      if (this.steps > MAX_STEPS) {
        throw new RangeError(
          `a regular expression takes too long to match text of ${length} characters; use a simpler one`,
        );
      }
    }
    return false;
  }
}

function codePoints(text: string): Uint32Array {
  const codes = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number;
    if (code > LAST_OF_ONE_UNIT) at++;
    codes[count++] = code;
  }
  return count < codes.length ? codes.subarray(0, count) : codes;
}
