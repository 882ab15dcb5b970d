import type { Clock } from '../../clock.js';

interface Task {
  readonly due: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * A clock that moves only on request. `advance` lets time pass: both readings increase, and the callbacks of `after`
 * run in order of their due times, each seeing the clock at its due time. `set` moves only the wall clock, forward or
 * back, as when a user corrects the time of the machine: no time passes and nothing runs.
 */
export class ManualClock implements Clock {
  private wall: number;
  private passed = 0;
  private order = 0;
  private readonly tasks = new Set<Task>();

  /** Starts at this wall-clock time; 2020-01-01 by default. */
  constructor(now = 1_577_836_800_000) {
    this.wall = now;
  }

  now(): number {
    return this.wall;
  }

  monotonic(): number {
    return this.passed;
  }

  after(ms: number, run: () => void): () => void {
    const task: Task = { due: this.passed + Math.max(0, ms), order: this.order++, run };
    this.tasks.add(task);
    return () => {
      this.tasks.delete(task);
    };
  }

  /** Lets `ms` pass. A task that is set up meanwhile also runs if it becomes due. */
  advance(ms: number): void {
    const end = this.passed + ms;
    for (let task = this.firstDue(end); task !== null; task = this.firstDue(end)) {
      this.move(Math.max(this.passed, task.due));
      this.tasks.delete(task);
      task.run();
    }
    this.move(end);
  }

  /** Sets the wall clock. */
  set(now: number): void {
    this.wall = now;
  }

  /** The number of waiting tasks. */
  get waiting(): number {
    return this.tasks.size;
  }

  private move(to: number): void {
    this.wall += to - this.passed;
    this.passed = to;
  }

  private firstDue(end: number): Task | null {
    let first: Task | null = null;
    for (const task of this.tasks) {
      if (task.due > end) continue;
      if (first === null || task.due < first.due || (task.due === first.due && task.order < first.order)) first = task;
    }
    return first;
  }
}

/** Lets seconds pass one after the other. What they start happens in between. */
export async function passSeconds(clock: ManualClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    clock.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
