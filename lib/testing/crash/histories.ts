import { allowedStates, type Step, stateAfter } from './expected-state.js';
import { type Observed, shows } from './observe.js';

/**
 * Whether a step happened. `visible`: completely or not at all, and reads show which. `unknown`: the same, but the next
 * process may decide it.
 */
export type Happened = 'yes' | 'no' | 'visible' | 'unknown';

/** A workload ends when this number of histories is possible. */
const MOST = 64;

/** What may have happened in a workload of which some steps were rejected: one or more histories. */
export class Histories {
  private readonly steps: readonly Step[];
  private readonly unknown = new Set<number>();
  /** Each history says of each step whether it happened. */
  private possible: readonly (readonly boolean[])[] = [[]];
  private length = 0;

  constructor(steps: readonly Step[]) {
    this.steps = steps;
  }

  get isFull(): boolean {
    return this.possible.length >= MOST;
  }

  /** Adds the next step. */
  add(happened: Happened): void {
    if (happened === 'unknown') this.unknown.add(this.length);
    const ends = happened === 'yes' ? [true] : happened === 'no' ? [false] : [true, false];
    this.possible = this.possible.flatMap((history) => ends.map((end) => [...history, end]));
    this.length++;
  }

  /** Removes the histories that `observed` refutes. False if nothing is left. */
  narrow(observed: Observed): boolean {
    const shown = this.possible.filter((history) => shows(observed, this.stateOf(history)));
    const isSame = (one: readonly boolean[], other: readonly boolean[]) =>
      one.every((happened, index) => happened === other[index] || this.unknown.has(index));
    const left = this.possible.filter((history) => shown.some((other) => isSame(history, other)));
    if (left.length > 0) this.possible = left;
    return left.length > 0;
  }

  /** The states of all of them. */
  states(): ReadonlySet<string> {
    return new Set(this.possible.map((history) => this.stateOf(history)));
  }

  /** The states that a power cut may leave if the first `powerSafe` steps are on the device. */
  statesAfterPowerCut(powerSafe: number): ReadonlySet<string> {
    const states = new Set<string>();
    for (const history of this.possible) {
      const happened = this.steps.filter((_, index) => history[index] === true);
      const lowest = history.slice(0, powerSafe).filter((one) => one).length;
      for (const state of allowedStates(happened, happened.length, lowest)) states.add(state);
    }
    return states;
  }

  private stateOf(history: readonly boolean[]): string {
    return stateAfter(this.steps, (index) => history[index] === true);
  }
}
