/** The error that every operation throws after the simulated process ended. It must never be treated as an answer. */
export class StopSignal extends Error {
  constructor(operation: string) {
    super(`The simulated process ended in or before: ${operation}`);
    this.name = 'StopSignal';
  }
}

/**
 * Numbers the operations of one simulated process that change a medium (files and catalog alike) from 1, and ends the
 * process in one of them. Run a workload once to count the operations, then once for each number.
 */
export class OperationCounter {
  /** The operations so far, for people. The process ended in the last one. */
  readonly log: string[] = [];
  /** Resolves when the process has ended. */
  readonly whenStopped: Promise<void>;
  stopped = false;
  /** Called once, when the process ends. */
  onStop: () => void = () => {};
  /** The operation in which the process ends. */
  stopAt: number;

  private announce: () => void = () => {};

  /** Ends the process in operation `stopAt`; by default never. */
  constructor(stopAt: number = Number.POSITIVE_INFINITY) {
    this.stopAt = stopAt;
    this.whenStopped = new Promise((resolve) => {
      this.announce = resolve;
    });
  }

  get count(): number {
    return this.log.length;
  }

  /**
   * Numbers an operation. Returns true if the process ends in it; then the caller leaves a part of it undone and throws
   * `signal()`.
   */
  enter(operation: string): boolean {
    this.check(operation);
    this.log.push(operation);
    if (this.count < this.stopAt) return false;
    this.stop();
    return true;
  }

  /** Throws if the process has ended. For operations that change nothing and have no number. */
  check(operation: string): void {
    if (this.stopped) throw new StopSignal(operation);
  }

  /** Ends the process between two operations. */
  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    this.onStop();
    this.announce();
  }

  signal(): StopSignal {
    return new StopSignal(this.log.at(-1) ?? 'the first operation');
  }
}
