import type { LongCallProgress } from '../../service/control-methods.js';

/** A running call that its client may watch and end. */
export class LongCall {
  /** Resolves when the client or the end of the database ends the call. */
  readonly aborted: Promise<void>;
  progress: LongCallProgress = { step: 0, done: 0, total: 0, unit: 'cells' };
  #abort: () => void = () => {};
  #isAborted = false;
  /** Called when it has made progress. */
  #waiting: (() => void)[] = [];

  constructor() {
    this.aborted = new Promise((resolve) => {
      this.#abort = resolve;
    });
  }

  get isAborted(): boolean {
    return this.#isAborted;
  }

  abort(): void {
    this.#isAborted = true;
    this.#abort();
  }

  /** Reports progress by whole percents, so that watching costs little. */
  advance(done: number, total: number, unit: LongCallProgress['unit'] = 'cells'): void {
    const before = this.progress;
    const further = Math.floor((100 * done) / total) > Math.floor((100 * before.done) / total);
    if (before.unit === unit && !further) return;
    this.progress = { step: before.step + 1, done, total, unit };
    this.tell();
  }

  tell(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }

  /** Resolves when there is something to report. */
  news(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** The long calls that run, by the names that their clients gave them. */
export class LongCalls {
  readonly #calls = new Map<string, LongCall>();
  readonly #running = new Set<Promise<unknown>>();

  /** Runs `work`. A call without a name can be neither watched nor ended by its client. */
  run<T>(token: string | null, work: (call: LongCall) => Promise<T>): Promise<T> {
    const run = this.#run(token, work);
    this.#running.add(run);
    const ended = (): boolean => this.#running.delete(run);
    run.then(ended, ended);
    return run;
  }

  /** Resolves when all calls have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #run<T>(token: string | null, work: (call: LongCall) => Promise<T>): Promise<T> {
    const call = new LongCall();
    const name = token ?? Symbol().toString();
    this.#calls.set(name, call);
    try {
      return await work(call);
    } finally {
      this.#calls.delete(name);
      call.tell();
    }
  }

  end(token: string): void {
    this.#calls.get(token)?.abort();
  }

  endAll(): void {
    for (const call of this.#calls.values()) call.abort();
  }

  /** The progress of the call, as soon as it is further than step `seen`; null when the call has ended. */
  async progress(token: string, seen: number): Promise<LongCallProgress | null> {
    const call = this.#calls.get(token);
    if (call === undefined) return null;
    while (call.progress.step <= seen && this.#calls.get(token) === call) await call.news();
    return this.#calls.get(token) === call ? call.progress : null;
  }
}
