import type { BigtabError, Connection, ConnectionEvents, RecoveryReport, StatusReport } from 'bigtab';
import { Latest } from '../ui/latest.js';
import { Store } from '../ui/store.js';

/** The recovery after the worker has ended. */
export interface Comeback {
  /** The time from the end of the worker until the database served requests again. */
  readonly servingMs: number;
  readonly recovery: RecoveryReport;
}

export interface ConnectionState {
  readonly phase: 'open' | 'recovering' | 'failed';
  /** The latest connection. It is closed unless the phase is `open`. */
  readonly connection: Connection;
  /** The reason why there is no new connection, if the phase is `failed`. */
  readonly error?: unknown;
  /** Whether only a reload of the page helps. */
  readonly mustReload?: boolean;
}

/** Why the connection was closed for another tab. */
const CLOSED_FOR: Readonly<Record<'delete' | 'build', string>> = {
  delete: 'Another tab deletes this database. Try again to open a new, empty one.',
  build: 'This site has a newer version, which is open in another tab. Reload this page.',
};

/** Where the engine of a connection runs. */
export type Standing = Pick<ConnectionEvents['role'], 'role' | 'epoch'>;

/** A connection that is replaced by a new one when it is lost. */
export class LiveConnection {
  readonly state: Store<ConnectionState>;
  /** The latest report, or null before the first one. */
  readonly status: Store<StatusReport | null> = new Store<StatusReport | null>(null);
  /** Null before the first report. */
  readonly standing: Store<Standing | null> = new Store<Standing | null>(null);
  readonly comeback: Store<Comeback | null> = new Store<Comeback | null>(null);
  private readonly reconnect: (() => Promise<Connection>) | undefined;
  private readonly onError: (error: Error) => void;
  private readonly reading: Latest = new Latest(() => this.readStatus());
  private endedAt: number | null = null;
  private unwatch: () => void;

  constructor(
    connection: Connection,
    reconnect: (() => Promise<Connection>) | undefined,
    onError: (error: Error) => void,
  ) {
    this.state = new Store<ConnectionState>({ phase: 'open', connection });
    this.reconnect = reconnect;
    this.onError = onError;
    this.unwatch = this.watch(connection);
  }

  /** Measures the time until the database serves requests again. Call this before ending the worker. */
  async expectEnd(): Promise<void> {
    const { value } = this.state;
    this.endedAt = performance.now();
    // The worker ends before this call is sent, and the one that replaces it answers.
    await null;
    const status = await value.connection.status().catch(() => null);
    if (status !== null && this.state.value === value) this.comeBack(status);
  }

  /** Opens the database again. */
  async recover(): Promise<void> {
    const { connection } = this.state.value;
    this.endedAt ??= performance.now();
    this.unwatch();
    this.comeback.set(null);
    this.standing.set(null);
    this.state.set({ phase: 'recovering', connection });
    try {
      if (this.reconnect === undefined) throw new Error('The database has closed. Reload the page to open it again');
      const next = await this.reconnect();
      const status = await next.status();
      this.unwatch = this.watch(next);
      this.comeBack(status);
      this.state.set({ phase: 'open', connection: next });
    } catch (error) {
      this.state.set({ phase: 'failed', connection, error });
    }
  }

  /** Reads the status again. */
  look(): Promise<void> {
    // If the connection is lost in the meantime, it dispatches an event.
    return this.reading.run().catch(() => undefined);
  }

  /** Stops listening. The connection stays open, because it belongs to the caller. */
  release(): void {
    this.unwatch();
  }

  /** Another tab needs the database. The user decides when this tab opens it again. */
  private closeFor(connection: Connection, reason: 'delete' | 'build'): void {
    this.unwatch();
    this.standing.set(null);
    this.state.set({
      phase: 'failed',
      connection,
      error: new Error(CLOSED_FOR[reason]),
      mustReload: reason === 'build',
    });
    connection.close().catch(() => undefined);
  }

  private comeBack(status: StatusReport): void {
    const now = performance.now();
    this.report(status);
    this.comeback.set({ servingMs: now - (this.endedAt ?? now), recovery: status.lastRecovery });
    this.endedAt = null;
  }

  private watch(connection: Connection): () => void {
    const onStatus = ({ status }: { readonly status: StatusReport }) => this.report(status);
    const onRole = ({ role, epoch }: ConnectionEvents['role']) => {
      this.standing.set({ role, epoch });
      if (role !== 'seeking') void this.look();
    };
    const onError = ({ error }: { readonly error: BigtabError }) => this.onError(error);
    const onLost = () => void this.recover();
    const onChange = ({ reason }: ConnectionEvents['versionchange']) => {
      if (reason === 'delete' || reason === 'build') this.closeFor(connection, reason);
      else if (reason === 'upgrade') this.onError(new Error('Another tab changes the tables. Reload this page.'));
    };
    connection.addEventListener('status', onStatus);
    connection.addEventListener('error', onError);
    connection.addEventListener('lost', onLost);
    connection.addEventListener('role', onRole);
    connection.addEventListener('versionchange', onChange);
    void this.look();
    return () => {
      connection.removeEventListener('status', onStatus);
      connection.removeEventListener('error', onError);
      connection.removeEventListener('lost', onLost);
      connection.removeEventListener('role', onRole);
      connection.removeEventListener('versionchange', onChange);
    };
  }

  private async readStatus(): Promise<void> {
    const { phase, connection } = this.state.value;
    if (phase !== 'open') return;
    const status = await connection.status();
    if (this.state.value.connection === connection) this.report(status);
  }

  /** A report may arrive late, so only the events of the connection change the role that is known. */
  private report(status: StatusReport): void {
    this.status.set(status);
    if (this.standing.value === null) this.standing.set({ role: status.role, epoch: status.epoch });
  }
}
