import { Store } from '../ui/store.js';

/** The steps that a new user is invited to try, in order. */
export const STEPS = [
  ['change', 'Change a value', 'Click it and type.'],
  ['delete', 'Delete a row', 'You can get it back.'],
  ['travel', 'Drag the slider back', 'See the table as it was.'],
  ['restore', 'Press Restore', 'Bring back what you see.'],
  ['survive', 'Kill the worker', 'Or reload the page. Your data is still there.'],
] as const;

export type Step = (typeof STEPS)[number][0];

const KEY = 'bigtab-steps';

/** The steps that were finished in this tab. */
export class Steps {
  readonly done: Store<ReadonlySet<string>>;

  constructor() {
    this.done = new Store<ReadonlySet<string>>(new Set(sessionStorage.getItem(KEY)?.split(' ') ?? []));
  }

  finish(step: Step): void {
    if (this.done.value.has(step)) return;
    this.done.set(new Set([...this.done.value, step]));
    sessionStorage.setItem(KEY, [...this.done.value].join(' '));
  }
}
