import { type Connection, connect } from 'bigtab';

/** The page's database. The page creates the engine's worker itself, so that it can also end it. */
export class DemoDatabase {
  private readonly name: string;
  private worker: Worker | null = null;

  constructor(name: string) {
    this.name = name;
  }

  connect(): Promise<Connection> {
    return connect({
      name: this.name,
      worker: () => {
        this.worker = startWorker();
        return this.worker;
      },
    });
  }

  /** Ends the worker at once, whatever it is doing. */
  killWorker(): void {
    this.worker?.terminate();
  }
}

/**
 * Vite finds the worker by this exact expression. It serves the sources' worker in development and copies the package's
 * into a build.
 */
function startWorker(): Worker {
  return new Worker(new URL('bigtab/worker', import.meta.url), { name: 'bigtab' });
}
