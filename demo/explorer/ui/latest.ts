/** Runs work once at a time. Any number of requests during a run cause one more run after it. */
export class Latest {
  private readonly work: () => Promise<void>;
  private running: Promise<void> | null = null;
  private again = false;

  constructor(work: () => Promise<void>) {
    this.work = work;
  }

  /** Resolves when all requested runs have finished. Rejects, and drops the requests, if the work rejects. */
  run(): Promise<void> {
    this.again = this.running !== null;
    this.running ??= this.loop();
    return this.running;
  }

  private async loop(): Promise<void> {
    try {
      do {
        this.again = false;
        await this.work();
      } while (this.again);
    } finally {
      this.running = null;
    }
  }
}
