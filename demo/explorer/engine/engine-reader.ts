import { BigtabError, type Connection, type RegionMetrics, type StatusReport } from 'bigtab';
import { Latest } from '../ui/latest.js';
import { Store } from '../ui/store.js';

/** The engine at a moment. */
export interface EngineState {
  readonly status: StatusReport;
  readonly tables: readonly string[];
  /** Of the table that was chosen, or of the first one; null when there is none. */
  readonly metrics: RegionMetrics | null;
}

/** Reads the state of the engine: again when it tells of a change, and after each commit. */
export class EngineReader {
  readonly state: Store<EngineState | null> = new Store<EngineState | null>(null);
  private readonly onError: (error: unknown) => void;
  private readonly reading: Latest;
  private connection: Connection | null = null;
  private table: string | null = null;

  /** `rest` is waited for after each reading: commits may come by the hundred, and each reading is work for the engine. */
  constructor(rest: () => Promise<void>, onError: (error: unknown) => void) {
    this.onError = onError;
    this.reading = new Latest(async () => {
      await this.read();
      await rest();
    });
  }

  /** Reads from this connection until the answer is called. */
  attach(connection: Connection): () => void {
    const refresh = () => this.refresh();
    this.connection = connection;
    connection.addEventListener('status', refresh);
    connection.addEventListener('commit', refresh);
    refresh();
    return () => {
      connection.removeEventListener('status', refresh);
      connection.removeEventListener('commit', refresh);
      if (this.connection === connection) this.connection = null;
    };
  }

  choose(table: string): void {
    this.table = table;
    this.refresh();
  }

  refresh(): void {
    this.reading.run().catch((error) => this.onError(error));
  }

  private async read(): Promise<void> {
    const { connection } = this;
    if (connection === null) return;
    const admin = connection.getAdmin();
    const [status, tables] = await Promise.all([connection.status(), admin.listTableNames()]);
    const table = tables.find((name) => name === this.table) ?? tables[0];
    const metrics = table === undefined ? null : await admin.getRegionMetrics(table).catch(unlessDropped);
    if (this.connection === connection) this.state.set({ status, tables, metrics });
  }
}

/** A table may be dropped between two questions. */
function unlessDropped(error: unknown): null {
  if (BigtabError.is(error) && error.code === 'TABLE_NOT_FOUND') return null;
  throw error;
}
