import type { Connection, RegionMetrics, SnapshotDescription, StatusReport } from 'bigtab';
import { Latest } from '../ui/latest.js';
import { nullIfMissing } from '../ui/missing-table.js';
import { onNewEngine } from '../ui/on-new-engine.js';
import { Store } from '../ui/store.js';

/** The state of the engine at one point in time. */
export interface EngineState {
  readonly status: StatusReport;
  readonly tables: readonly string[];
  readonly snapshots: readonly SnapshotDescription[];
  /** The metrics of the chosen table, or of the first one; null if there is no table. */
  readonly metrics: RegionMetrics | null;
}

/** Reads the state of the engine, and reads it again after each commit and each change that the engine reports. */
export class EngineReader {
  readonly state: Store<EngineState | null> = new Store<EngineState | null>(null);
  private readonly onError: (error: unknown) => void;
  private readonly reading: Latest;
  private connection: Connection | null = null;
  private table: string | null = null;

  /** Waits for `rest` after each read, because there may be hundreds of commits and each read takes time. */
  constructor(rest: () => Promise<void>, onError: (error: unknown) => void) {
    this.onError = onError;
    this.reading = new Latest(async () => {
      await this.read();
      await rest();
    });
  }

  /** Reads from this connection. Returns a function that ends this. */
  attach(connection: Connection): () => void {
    const refresh = () => this.refresh();
    this.connection = connection;
    connection.addEventListener('status', refresh);
    connection.addEventListener('commit', refresh);
    const endRole = onNewEngine(connection, refresh);
    refresh();
    return () => {
      connection.removeEventListener('status', refresh);
      connection.removeEventListener('commit', refresh);
      endRole();
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
    const [status, tables, snapshots] = await Promise.all([
      connection.status(),
      admin.listTableNames(),
      admin.listSnapshots(),
    ]);
    const table = tables.find((name) => name === this.table) ?? tables[0];
    const metrics = table === undefined ? null : await admin.getRegionMetrics(table).catch(nullIfMissing);
    if (this.connection === connection) this.state.set({ status, tables, snapshots, metrics });
  }
}
