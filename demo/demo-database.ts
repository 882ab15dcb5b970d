import { type Connection, connect } from 'bigtab';

/** The page's database. The page creates the worker itself, so that it can also end it. */
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

  /** Ends the worker immediately, even in the middle of its work. */
  killWorker(): void {
    this.worker?.terminate();
  }
}

/**
 * Vite finds the worker by this exact expression. During development it serves the worker of the sources; a build
 * contains the worker of the package.
 */
function startWorker(): Worker {
  return new Worker(new URL('bigtab/worker', import.meta.url), { name: 'bigtab' });
}
