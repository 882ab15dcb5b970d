import type { PortLike } from '../../tabs/tab-platform.js';

type Event = Parameters<NonNullable<PortLike['onmessage']>>[0];

/** One end of a pair of ports. It delivers in a later turn, and keeps messages until it has started. */
export class FakePort implements PortLike {
  other: FakePort | null = null;
  /** Whether messages to this end arrive. */
  works = true;
  isClosed = false;
  /** The messages that were sent from this end. */
  sent = 0;
  private hear: ((event: Event) => void) | null = null;
  private readonly early: Event[] = [];

  get onmessage(): ((event: Event) => void) | null {
    return this.hear;
  }

  set onmessage(hear: ((event: Event) => void) | null) {
    this.hear = hear;
    for (const event of this.early.splice(0)) this.deliver(event);
  }

  postMessage(data: unknown, ports: readonly PortLike[] = []): void {
    if (this.isClosed) return;
    this.sent++;
    this.other?.deliver({ data: structuredClone(data), ports });
  }

  close(): void {
    this.isClosed = true;
  }

  private deliver(event: Event): void {
    if (!this.works) return;
    if (this.hear === null) this.early.push(event);
    else
      queueMicrotask(() => {
        if (!this.isClosed) this.hear?.(event);
      });
  }
}

export function makeFakePorts(): { readonly port1: FakePort; readonly port2: FakePort } {
  const port1 = new FakePort();
  const port2 = new FakePort();
  port1.other = port2;
  port2.other = port1;
  return { port1, port2 };
}
