import { BigtabError } from '../../errors.js';
import type { WatchPart } from '../../service/watch-codec.js';
import type { Result } from '../answers/result.js';
import { callListener } from '../calls/call-listener.js';
import { deferred } from '../calls/deferred.js';
import { KeptRows } from './kept-rows.js';
import type { LiveState } from './live-state.js';

const LOADING: LiveState<never> = Object.freeze({ status: 'loading', rows: Object.freeze([]), error: null });

/** What a watch reads. */
export interface WatchedRead {
  readonly table: string;
  /** The scan, as it is sent. */
  readonly request: Uint8Array;
  readonly reversed: boolean;
}

/** A function that is called with each delivery. */
interface Listener {
  /** The LiveRows, which are not collected while someone waits. */
  readonly owner: object;
  readonly call: () => void;
}

/** Who waits for one state. */
interface Waiter {
  readonly owner: object;
  /** Called with each delivery, and when the watch is closed. Returns whether it goes on waiting. */
  readonly notify: () => boolean;
}

/**
 * One watch: its state, and who waits for the next one. Each state has a number. A state is *delivered* when the listeners
 * are called, at most once in a turn of the page.
 */
export class Watch<R = unknown> {
  readonly read: WatchedRead;
  /** The number under which the engine knows it. */
  number = 0;
  /** Whether the engine has not answered the call that opens it. */
  opening = false;
  /** Whether differences were lost while it was being opened: then it is opened again when it is answered. */
  missed = false;
  /** Called once, when it has failed or is closed. */
  onEnd: () => void = () => {};
  /** Why it is closed; null while it is not. */
  closed: { readonly reason: unknown } | null = null;
  private readonly rows: KeptRows<R>;
  private state: LiveState<R> = LOADING;
  /** The number of the newest state. */
  private stateNumber = 0;
  private delivered = 0;
  /** Whether the rows are being read again: the next state that is delivered is the one after that. */
  private rereading = false;
  private readonly listeners = new Set<Listener>();
  private waiters: Waiter[] = [];

  constructor(read: WatchedRead, make: (result: Result) => R) {
    this.read = read;
    this.rows = new KeptRows(read.reversed, make);
  }

  /** Proxies of Vue skip an object with a tag. */
  get [Symbol.toStringTag](): string {
    return 'Watch';
  }

  /** The newest state, with all parts that have arrived. */
  snapshot(): LiveState<R> {
    const { state } = this;
    if (this.hasEnded) return state;
    try {
      const rows = this.rows.newest();
      if (rows !== null && rows !== state.rows) this.show({ status: 'live', rows, error: null });
    } catch (error) {
      this.fail(error as BigtabError);
    }
    return this.state;
  }

  /** Adds a part that has arrived. */
  add(part: WatchPart): void {
    this.rereading = part.more;
    this.rows.add(part);
  }

  /** The engine reads the rows again, under another number or after it was replaced. */
  restart(): void {
    this.rereading = true;
    this.rows.restart();
  }

  /** How many short steps there are until the newest state is ready. */
  get steps(): number {
    return this.hasEnded ? 0 : this.rows.steps;
  }

  /** Does the next step. */
  step(): void {
    try {
      this.rows.step();
    } catch (error) {
      this.fail(error as BigtabError);
    }
  }

  /** Calls the listeners, unless they have seen the newest state, and whoever waits for it. */
  deliver(): void {
    const { status } = this.snapshot();
    if (this.closed !== null || (this.rereading && status === 'live')) return;
    if (this.delivered !== this.stateNumber) {
      this.delivered = this.stateNumber;
      for (const listener of [...this.listeners]) if (this.listeners.has(listener)) callListener(listener.call);
      if (status === 'failed') this.listeners.clear();
    }
    // Who has come while the rows were read again waits even if they are the same.
    this.notifyWaiters();
  }

  /** Calls `listener` with each delivery until the returned function is called. Keeps `owner` until then. */
  listen(owner: object, listener: () => void): () => void {
    const added = { owner, call: () => listener() };
    if (!this.hasEnded) this.listeners.add(added);
    return () => void this.listeners.delete(added);
  }

  /**
   * Waits for the newest state that has at least the number `from` and that `isWanted` accepts. Keeps `owner` until then.
   * A state that was not delivered waits for its turn, unless `from` is 0.
   */
  next(owner: object, from: number, isWanted: (state: LiveState<R>) => boolean = () => true): PendingState<R> {
    const { promise, resolve } = deferred<NumberedState<R> | null>();
    const notify = () => {
      const state = this.closed === null ? this.snapshot() : null;
      if (state !== null && (this.stateNumber < from || !isWanted(state))) return true;
      resolve(state && { state, number: this.stateNumber });
      return false;
    };
    const waiter = { owner, notify };
    const { status } = this.snapshot();
    const isDue = this.hasEnded || ((from === 0 || from <= this.delivered) && !(this.rereading && status === 'live'));
    if (!isDue || notify()) this.waiters.push(waiter);
    const cancel = () => {
      this.waiters = this.waiters.filter((other) => other !== waiter);
      resolve(null);
    };
    return { promise, cancel };
  }

  /** Fails for good. The rows stay. */
  fail(error: BigtabError): void {
    if (this.hasEnded) return;
    let { rows } = this.state;
    let reason = error;
    try {
      rows = this.rows.newest() ?? rows;
    } catch (earlier) {
      reason = earlier as BigtabError;
    }
    this.show({ status: 'failed', rows, error: reason });
    this.onEnd();
  }

  /** Ends it. `reason`: why a promise that waits rejects. */
  close(reason: unknown = closedError(this.read.table)): void {
    if (this.closed !== null) return;
    const isOpen = this.snapshot().status !== 'failed';
    this.closed = { reason };
    this.listeners.clear();
    this.notifyWaiters();
    if (isOpen) this.onEnd();
  }

  private get hasEnded(): boolean {
    return this.closed !== null || this.state.status === 'failed';
  }

  private show(state: LiveState<R>): void {
    this.state = Object.freeze(state);
    this.stateNumber++;
  }

  private notifyWaiters(): void {
    const { waiters } = this;
    this.waiters = [];
    for (const waiter of waiters) if (waiter.notify()) this.waiters.push(waiter);
  }
}

function closedError(table: string): BigtabError {
  return new BigtabError('INVALID_STATE', `The LiveRows of table '${table}' were closed. Call watch again.`);
}

/** A state and its number. */
export interface NumberedState<R> {
  readonly state: LiveState<R>;
  readonly number: number;
}

/** A state to come. */
export interface PendingState<R> {
  /** Resolves to null once the watch is closed. */
  readonly promise: Promise<NumberedState<R> | null>;
  /** Stops waiting: the promise resolves to null. */
  readonly cancel: () => void;
}
