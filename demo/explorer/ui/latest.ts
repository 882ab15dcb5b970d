/** Runs work once at a time. What is asked for meanwhile is done once, afterwards, however often it was asked for. */
export class Latest {
  private readonly work: () => Promise<void>;
  private running: Promise<void> | null = null;
  private again = false;

  constructor(work: () => Promise<void>) {
    this.work = work;
  }

  /** Resolves when all that was asked for is done; rejects, and forgets it, when the work does. */
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
