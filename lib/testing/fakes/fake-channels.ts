import type { OpenChannel } from '../../tabs/tab-platform.js';

interface End {
  readonly owner: symbol;
  readonly name: string;
  readonly hear: (message: unknown) => void;
}

/**
 * The broadcast channels of a site. A message is cloned and delivered later, in the order in which it was posted, to all
 * other ends of its channel.
 */
export class FakeChannels {
  /** Decides what happens to a message: how often it is delivered. */
  deliveries: (name: string, message: unknown) => number = () => 1;
  private readonly ends = new Set<End>();
  private readonly stopped = new Map<symbol, (() => void)[]>();

  /** The channels as one tab or worker opens them. */
  of(owner: symbol): OpenChannel {
    return (name, hear) => {
      const end: End = { owner, name, hear };
      this.ends.add(end);
      return {
        post: (message) => {
          if (this.ends.has(end)) this.post(end, structuredClone(message));
        },
        close: () => this.ends.delete(end),
      };
    };
  }

  /** Stops a tab or worker, which then hears nothing, or lets it go on: then it hears what it has missed. */
  stop(owner: symbol, stop: boolean): void {
    const missed = this.stopped.get(owner) ?? [];
    if (stop) this.stopped.set(owner, missed);
    else this.stopped.delete(owner);
    if (!stop) for (const deliver of missed) deliver();
  }

  /** Ends a tab or worker. */
  end(owner: symbol): void {
    for (const end of this.ends) if (end.owner === owner) this.ends.delete(end);
  }

  /** The number of open ends whose names begin with `name`. */
  open(name: string): number {
    return [...this.ends].filter((end) => end.name.startsWith(name)).length;
  }

  private post(from: End, message: unknown): void {
    const others = [...this.ends].filter((end) => end !== from && end.name === from.name);
    for (let left = this.deliveries(from.name, message); left > 0; left--) {
      for (const end of others) {
        queueMicrotask(() => {
          const deliver = () => {
            if (this.ends.has(end)) end.hear(structuredClone(message));
          };
          const missed = this.stopped.get(end.owner);
          if (missed === undefined) deliver();
          else missed.push(deliver);
        });
      }
    }
  }
}
