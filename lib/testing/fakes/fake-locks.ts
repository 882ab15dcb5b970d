interface Request {
  readonly owner: symbol;
  readonly granted: Granted;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

type Granted = (lock: unknown) => unknown;

export interface LockOptions {
  readonly signal?: AbortSignal;
  /** If the lock is held, null is granted instead. */
  readonly ifAvailable?: boolean;
}

/** The Web Locks of one tab or worker. */
export interface OwnedLocks {
  request(name: string, granted: Granted): Promise<unknown>;
  request(name: string, options: LockOptions, granted: Granted): Promise<unknown>;
}

/**
 * Exclusive Web Locks of a site: first come, first served; an owner that ends releases its locks and cancels its
 * requests.
 */
export class FakeLocks {
  private readonly queues = new Map<string, Request[]>();

  /** The locks as one tab or worker sees them. */
  of(owner: symbol): OwnedLocks {
    return {
      request: (name: string, second: Granted | LockOptions, third?: Granted) =>
        typeof second === 'function'
          ? this.request(owner, name, second, {})
          : this.request(owner, name, third as Granted, second),
    };
  }

  /** Ends a tab or worker. */
  end(owner: symbol): void {
    for (const [name, queue] of this.queues) {
      const held = queue[0];
      for (const request of queue.filter((one) => one.owner === owner)) queue.splice(queue.indexOf(request), 1);
      if (held?.owner === owner) this.grantNext(name);
    }
  }

  /** Whether any owner holds `name`. */
  isHeld(name: string): boolean {
    return (this.queues.get(name) ?? []).length > 0;
  }

  /** The names of all locks that are held. */
  get held(): readonly string[] {
    return [...this.queues.keys()].filter((name) => this.isHeld(name));
  }

  /** The number of requests that wait for `name`. */
  waiting(name: string): number {
    return Math.max(0, (this.queues.get(name) ?? []).length - 1);
  }

  private request(
    owner: symbol,
    name: string,
    granted: Granted,
    { signal, ifAvailable }: LockOptions,
  ): Promise<unknown> {
    if (ifAvailable && this.isHeld(name)) return Promise.resolve().then(() => granted(null));
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(name) ?? [];
      this.queues.set(name, queue);
      const request = { owner, granted, resolve, reject };
      queue.push(request);
      signal?.addEventListener('abort', () => {
        if (queue[0] === request || !queue.includes(request)) return;
        queue.splice(queue.indexOf(request), 1);
        reject(signal.reason);
      });
      if (queue.length === 1) this.grantNext(name);
    });
  }

  private grantNext(name: string): void {
    const request = this.queues.get(name)?.[0];
    if (request === undefined) {
      this.queues.delete(name);
      return;
    }
    // As in browsers, a lock is never granted before the caller has continued.
    queueMicrotask(async () => {
      if (this.queues.get(name)?.[0] !== request) return;
      try {
        request.resolve(await request.granted({ name }));
      } catch (error) {
        request.reject(error);
      }
      if (this.queues.get(name)?.[0] !== request) return;
      this.queues.get(name)?.shift();
      this.grantNext(name);
    });
  }
}
