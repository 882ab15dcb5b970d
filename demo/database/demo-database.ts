import { type BigtabError, type Connection, connect, type RecoveryReport, type StatusReport } from 'bigtab';
import { Store } from '../state/store.js';
import { startWorker } from './start-worker.js';

/** One death of the worker, and what came after. */
export interface Comeback {
  /** From the end of the worker until the page knew. */
  readonly noticedMs: number;
  /** From the end of the worker until the database served again. */
  readonly servingMs: number;
  readonly recovery: RecoveryReport;
}

export type DatabaseState =
  | { readonly phase: 'opening' }
  | { readonly phase: 'open'; readonly connection: Connection }
  | { readonly phase: 'recovering' }
  | { readonly phase: 'failed'; readonly error: unknown };

/** The page's database: opens it, watches it, and opens it again when its worker has ended. */
export class DemoDatabase {
  readonly state: Store<DatabaseState> = new Store<DatabaseState>({ phase: 'opening' });
  /** The last that was heard; stays while the database recovers. */
  readonly status: Store<StatusReport | null> = new Store<StatusReport | null>(null);
  readonly comeback: Store<Comeback | null> = new Store<Comeback | null>(null);
  /** Told of background work that failed. */
  onError: (error: BigtabError) => void = () => undefined;
  private readonly name: string;
  private worker: Worker | null = null;
  private killedAt: number | null = null;
  private asking = false;
  private askAgain = false;

  constructor(name: string) {
    this.name = name;
  }

  /** Opens the database; how that went shows in `state`. */
  async open(): Promise<void> {
    if (this.state.value.phase === 'failed') this.state.set({ phase: 'opening' });
    try {
      const connection = await connect({
        name: this.name,
        worker: () => {
          this.worker = startWorker();
          return this.worker;
        },
      });
      const status = await connection.status();
      this.watch(connection);
      this.status.set(status);
      this.state.set({ phase: 'open', connection });
    } catch (error) {
      this.state.set({ phase: 'failed', error });
    }
  }

  /** Ends the worker in the middle of whatever it does. */
  kill(): void {
    if (this.worker === null || this.state.value.phase !== 'open') return;
    this.killedAt = performance.now();
    this.worker.terminate();
  }

  private watch(connection: Connection): void {
    connection.addEventListener('status', ({ status }) => this.status.set(status));
    connection.addEventListener('commit', () => this.ask(connection));
    connection.addEventListener('error', ({ error }) => this.onError(error));
    connection.addEventListener('lost', () => void this.recover());
  }

  private async recover(): Promise<void> {
    const noticed = performance.now();
    const ended = this.killedAt ?? noticed;
    this.killedAt = null;
    this.comeback.set(null);
    this.state.set({ phase: 'recovering' });
    await this.open();
    const { status } = this;
    if (this.state.value.phase !== 'open' || status.value === null) return;
    this.comeback.set({
      noticedMs: noticed - ended,
      servingMs: performance.now() - ended,
      recovery: status.value.lastRecovery,
    });
  }

  /** Asks for the status, one question at a time: commits may come fast. */
  private ask(connection: Connection): void {
    this.askAgain = this.asking;
    if (this.asking) return;
    this.asking = true;
    connection
      .status()
      .then((status) => this.status.set(status))
      // The connection is gone; `lost` has said so.
      .catch(() => undefined)
      .then(() => {
        this.asking = false;
        if (this.askAgain) this.ask(connection);
      });
  }
}
