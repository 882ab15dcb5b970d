import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../', import.meta.url));

/**
 * Counts steps: how often blocks of this project's code are executed, each turn of a loop and each call of a comparison
 * included. The number depends only on the input, never on the speed of the machine. Functions that ran before the
 * counter was created count only as calls, so it must be created first.
 */
export class StepCounter {
  private readonly session = new Session();

  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** The steps of a function, and of what else runs until it resolves. */
  async count(run: () => void | Promise<void>): Promise<number> {
    this.take();
    await run();
    return this.take();
  }

  close(): void {
    this.session.post('Profiler.disable');
    this.session.disconnect();
  }

  /** The steps since the last call. */
  private take(): number {
    let steps = 0;
    // The callback is called before `post` returns.
    this.session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      for (const { url, functions } of result) {
        if (!url.includes(SOURCES) || url.includes('.test.')) continue;
        for (const { ranges } of functions) for (const { count } of ranges) steps += count;
      }
    });
    return steps;
  }
}
