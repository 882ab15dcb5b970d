import type { Transport } from '../client/calls/transport.js';
import { workerLost } from '../client/calls/worker-lost.js';
import type { Clock } from '../clock.js';
import type { ManualClock } from '../simulation/manual-clock.js';
import type { OperationCounter } from '../simulation/operation-counter.js';

/** One process of a simulated machine: what runs in it stops for good when the process ends. */
export class SimulatedProcess {
  /** The time of the machine, which stops for this process when it ends. */
  readonly clock: Clock;
  private readonly counter: OperationCounter;
  private readonly describe: () => string;
  private endedAt: number | null = null;

  /** `describe`: returns a description of how the process ended. */
  constructor(clock: ManualClock, counter: OperationCounter, describe: () => string) {
    this.counter = counter;
    this.describe = describe;
    counter.onStop = () => {
      this.endedAt = clock.monotonic();
    };
    this.clock = {
      now: () => clock.now(),
      monotonic: () => this.endedAt ?? clock.monotonic(),
      after: (ms, task) => clock.after(ms, () => this.counter.stopped || task()),
    };
  }

  /** Rejects with WORKER_LOST when the process ends, and otherwise settles as `work` does. */
  async whileAlive<T>(work: Promise<T>): Promise<T> {
    // Once the process has ended, the results of its remaining work are ignored.
    const settled = Promise.allSettled([work]).then(([outcome]) => outcome);
    const outcome = await Promise.race([settled, this.counter.whenStopped]);
    if (!outcome || this.counter.stopped) throw workerLost('none', this.cause());
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** A transport that can lose its engine, as a page's can. `onClose` is called after it has closed. */
  transport(inner: Transport, onClose: () => void): Transport {
    let isClosed = false;
    return {
      ...inner,
      call: (packet) => this.answer(inner.call(packet)),
      onLost: (listener) => void this.counter.whenStopped.then(() => isClosed || listener(this.cause())),
      close: async () => {
        isClosed = true;
        try {
          if (!this.counter.stopped) await this.whileAlive(inner.close());
        } finally {
          onClose();
        }
      },
    };
  }

  /** Never settles if the process ends first. The connection then reports the loss, and rejects all of its calls. */
  private answer<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (result) => this.counter.stopped || resolve(result),
        (error) => this.counter.stopped || reject(error),
      );
    });
  }

  private cause(): Error {
    return new Error(this.describe());
  }
}
