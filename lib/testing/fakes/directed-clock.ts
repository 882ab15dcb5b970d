import type { WorkerLike } from '../../client/page/platform.js';
import { type Clock, systemClock } from '../../clock.js';

/* A worker's clock that the page sets over a separate port, for tests that control the time of a worker. */

/** The methods that ports have in both browsers and Node. */
interface ClockPort {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown): void;
}

/**
 * The worker's end. Its wall clock is the system's until the page sets it for the first time. Durations are always the
 * system's.
 */
export class DirectedClock implements Clock {
  private set: number | null = null;

  now(): number {
    return this.set ?? systemClock.now();
  }

  monotonic(): number {
    return systemClock.monotonic();
  }

  after(ms: number, task: () => void): () => void {
    return systemClock.after(ms, task);
  }

  /** Handles a message to the worker. If it contains the page's port, the page sets the clock from now on. */
  receive(message: unknown): void {
    const port = (message as { readonly clockPort?: ClockPort } | null)?.clockPort;
    if (port === undefined) return;
    port.onmessage = ({ data }) => {
      this.set = data as number;
      port.postMessage(data);
    };
  }
}

/** The page's end. */
export interface ClockDirector {
  /** Sets the worker's clock. Resolves when the worker has received the time, so later calls use it. */
  setTime(now: number): Promise<void>;
  close(): void;
}

/** Controls the clock of a worker that has a `DirectedClock`. */
export function directClock(worker: WorkerLike): ClockDirector {
  const { port1, port2 } = new MessageChannel();
  const port = port1 as unknown as ClockPort;
  let done = () => {};
  port.onmessage = () => done();
  worker.postMessage({ clockPort: port2 }, [port2]);
  return {
    setTime: (now) =>
      new Promise((resolve) => {
        done = resolve;
        port.postMessage(now);
      }),
    close: () => port1.close(),
  };
}
