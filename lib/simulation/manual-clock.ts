import type { Clock } from '../clock.js';

interface Task {
  readonly due: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * A clock that moves only on request. `advance` lets time pass: both readings increase, and the callbacks of `after`
 * run in order of their due times, each seeing the clock at its due time. What a callback begins may need further turns
 * of the event loop. `set` moves only the wall clock, forward or back, as when a user corrects the time of the machine:
 * no time passes and nothing runs.
 *
 * @example
 * const clock = new ManualClock(Date.UTC(2030, 0, 1));
 * const connection = await openMemory({ clock });
 * clock.advance(24 * 3_600_000); // values that live for less than a day have expired
 */
export class ManualClock implements Clock {
  private wall: number;
  private passed = 0;
  private order = 0;
  private readonly tasks = new Set<Task>();

  /** Starts at this wall-clock time, in milliseconds since 1970 or as a Date; 2020-01-01 by default. */
  constructor(now: number | Date = 1_577_836_800_000) {
    this.wall = Number(now);
  }

  /** The wall clock, in milliseconds since 1970. */
  now(): number {
    return this.wall;
  }

  /** The milliseconds that have passed since the clock was made. */
  monotonic(): number {
    return this.passed;
  }

  /** Runs `run` once when `ms` milliseconds have passed. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void {
    const task: Task = { due: this.passed + Math.max(0, ms), order: this.order++, run };
    this.tasks.add(task);
    return () => {
      this.tasks.delete(task);
    };
  }

  /** Lets `ms` milliseconds pass. A task that is set up meanwhile also runs if it becomes due. */
  advance(ms: number): void {
    const end = this.passed + ms;
    for (let task = this.firstDue(end); task !== null; task = this.firstDue(end)) {
      this.move(Math.max(this.passed, task.due));
      this.tasks.delete(task);
      task.run();
    }
    this.move(end);
  }

  /** Sets the wall clock, to milliseconds since 1970 or a Date. */
  set(now: number | Date): void {
    this.wall = Number(now);
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
