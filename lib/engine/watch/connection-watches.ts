import type { Watch } from './watch.js';
import type { WatchChange, WatchEnd } from './watch-change.js';

/** A watch that is open, and its connection. */
export interface OpenWatch {
  readonly watch: Watch;
  readonly of: ConnectionWatches;
  /** Why it has ended, until this is sent. */
  failure: { readonly error: unknown } | null;
}

/** What the client of a connection did not have yet. */
export interface Differences {
  /** 1, 2, 3 … of the connection. */
  readonly number: number;
  readonly changes: readonly (WatchChange | WatchEnd)[];
}

/** The watches of one connection. */
export class ConnectionWatches {
  readonly name: string;
  readonly open: Map<number, OpenWatch> = new Map();
  /** Those that may have changes that the client does not have. */
  readonly pending: Set<OpenWatch> = new Set();
  /** Whether the client knows that it has to read. */
  isWoken = false;
  closed = false;
  #numbered = 0;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(name: string) {
    this.name = name;
  }

  /** Whether there may be something to take; or nothing is left of what the client was woken for, and it must know. */
  get hasNews(): boolean {
    return this.isWoken || this.pending.size > 0 || this.#waiting > 0;
  }

  /** Resolves when what was started has ended. */
  get settled(): Promise<unknown> {
    return this.#last;
  }

  nextNumber(): number {
    return ++this.#numbered;
  }

  /** Runs `take` after those that were started before. */
  inTurn<T>(take: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const run = this.#last.then(take).finally(() => this.#waiting--);
    this.#last = run.catch(() => {});
    return run;
  }
}
