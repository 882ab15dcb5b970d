import type { Clock } from '../../clock.js';
import { ManualClock } from '../../simulation/manual-clock.js';
import { Random } from '../../simulation/random.js';

/** Something that will happen. */
interface Happening {
  at: number;
  /** Of two with the same time, the one that was scheduled first happens first. */
  readonly order: number;
  /** Whose code runs; null for the browser itself. */
  readonly actor: Actor | null;
  readonly label: string;
  readonly run: () => void;
  cancelled: boolean;
}

/** A page or a worker. */
export class Actor {
  readonly name: string;
  state: 'running' | 'frozen' | 'dead' = 'running';
  /** What would have happened while it was frozen. */
  readonly held: Happening[] = [];
  /** Its page, whose globals its code sees. */
  readonly globals: Map<string, unknown> = new Map();

  constructor(name: string) {
    this.name = name;
  }
}

/** The order of a stream, such as the messages of one port. */
export interface Stream {
  last: number;
}

const TRACE_LINES = 400;
const FNV_PRIME = 16_777_619;

/**
 * Everything that can happen on a simulated site is in one queue, with a virtual time. The seed decides how long each
 * thing takes, and so which is next. Between two happenings all promises settle.
 */
export class World {
  readonly random: Random;
  readonly clock: ManualClock = new ManualClock();
  /** Whose code runs now. */
  current: Actor | null = null;
  /** What must not happen. */
  readonly failures: string[] = [];
  steps = 0;
  private readonly heap: Happening[] = [];
  private order = 0;
  private hash = 0x81_1c_9d_c5;
  private readonly lines: string[] = [];

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  get now(): number {
    return this.clock.monotonic();
  }

  /** A number for the complete trace. */
  get traceHash(): number {
    return this.hash >>> 0;
  }

  /** The end of the trace. */
  get trace(): readonly string[] {
    return this.lines;
  }

  fail(message: string): void {
    this.note(`FAILURE ${message}`);
    this.failures.push(`${message} (at ${this.now.toFixed(3)} ms)`);
  }

  note(line: string): void {
    const text = `${this.now.toFixed(3)} ${line}`;
    for (let at = 0; at < text.length; at++) this.hash = Math.imul(this.hash ^ text.charCodeAt(at), FNV_PRIME);
    this.lines.push(text);
    if (this.lines.length > 2 * TRACE_LINES) this.lines.splice(0, TRACE_LINES);
  }

  /** A duration: usually short, rarely long. */
  delay(usual: number): number {
    const { random } = this;
    const kind = random.next();
    return random.next() * (kind < 0.96 ? usual : kind < 0.995 ? usual * 30 : usual * 400);
  }

  /** Lets `run` happen after `ms`. Returns a function that cancels it. */
  schedule(actor: Actor | null, ms: number, label: string, run: () => void): () => void {
    const happening = { at: this.now + Math.max(0, ms), order: this.order++, actor, label, run, cancelled: false };
    this.push(happening);
    return () => {
      happening.cancelled = true;
    };
  }

  /** Lets `run` happen next. */
  next(actor: Actor, label: string, run: () => void): void {
    this.push({ at: this.now, order: -1, actor, label, run, cancelled: false });
  }

  /** As `schedule`, but never before what was scheduled earlier in the same stream. */
  follow(stream: Stream, actor: Actor | null, ms: number, label: string, run: () => void): void {
    stream.last = Math.max(stream.last, this.now + ms);
    this.schedule(actor, stream.last - this.now, label, run);
  }

  /** The clock of an actor. Its timers stop while it is frozen, and end with it. */
  clockOf(actor: Actor): Clock {
    return {
      now: () => Math.floor(this.clock.now()),
      monotonic: () => this.now,
      after: (ms, task) => this.schedule(actor, ms + this.random.next(), `timer of ${actor.name}`, task),
    };
  }

  /** Lets other things happen before the actor continues. */
  yielderOf(actor: Actor): () => Promise<void> {
    return () =>
      new Promise((resolve) => {
        this.schedule(actor, this.delay(0.05), `turn of ${actor.name}`, resolve);
      });
  }

  freeze(actor: Actor): void {
    if (actor.state === 'running') actor.state = 'frozen';
  }

  /** What was held happens now, in its order. */
  thaw(actor: Actor): void {
    if (actor.state !== 'frozen') return;
    actor.state = 'running';
    for (const held of actor.held.splice(0)) {
      held.at = this.now;
      this.push(held);
    }
  }

  end(actor: Actor): void {
    actor.state = 'dead';
    actor.held.length = 0;
  }

  /** Runs until `done`, for at most `ms` of virtual time. Returns whether it is done. */
  async run(done: () => boolean, ms: number): Promise<boolean> {
    const end = this.now + ms;
    while (!done()) {
      const next = this.pop();
      if (next === undefined || next.at > end) return false;
      await this.happen(next);
    }
    return true;
  }

  private async happen({ at, actor, label, run }: Happening): Promise<void> {
    // A difference of two fractions may be negative by a rounding error.
    this.clock.advance(Math.max(0, at - this.now));
    this.current = actor;
    this.steps++;
    this.note(label);
    try {
      run();
    } catch (error) {
      if (actor?.state !== 'dead') this.fail(`${label} throws ${error instanceof Error ? error.stack : error}`);
    }
    // All promises settle before the next turn of Node's loop.
    await new Promise((resolve) => setImmediate(resolve));
    this.current = null;
  }

  private pop(): Happening | undefined {
    for (;;) {
      const next = this.takeFirst();
      if (next === undefined) return undefined;
      if (next.cancelled || next.actor?.state === 'dead') continue;
      if (next.actor?.state !== 'frozen') return next;
      next.actor.held.push(next);
    }
  }

  private push(happening: Happening): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(happening);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(happening, heap[above] as Happening)) break;
      heap[at] = heap[above] as Happening;
      at = above;
    }
    heap[at] = happening;
  }

  private takeFirst(): Happening | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Happening, heap[below] as Happening)) below++;
      if (!isBefore(heap[below] as Happening, last)) break;
      heap[at] = heap[below] as Happening;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Happening, b: Happening): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
