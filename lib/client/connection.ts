/// <reference lib="esnext.disposable" preserve="true" />
import { notAllowed } from '../bytes/kind.js';
import type { StatusReport } from '../model/status-report.js';
import type { TableLike } from '../model/table-descriptor.js';
import { withoutDefault } from '../model/table-name.js';
import type { EngineEvent } from '../service/engine-event.js';
import { errorFromData } from '../service/error-handler.js';
import { Admin } from './admin.js';
import type { Result } from './answers/result.js';
import { BufferedMutator, type BufferedMutatorLike } from './buffered-mutator.js';
import { type AtomicMutation, runAtomicBatch } from './calls/atomic-batch.js';
import { type CallOptions, checkOptions } from './calls/call-options.js';
import { Session, type SessionParts } from './calls/session.js';
import type { Transport } from './calls/transport.js';
import type { TableDefinition } from './define-table.js';
import { EventListeners, type EventType, type Listener, type ListenerOptions } from './event-listeners.js';
import type { FamilyDefinitions } from './family-definition.js';
import type { SchemaOf } from './schema.js';
import { Table } from './table.js';
import type { TypedTable } from './typed-table.js';

const SILENT_IN_CLOSE_MS = 5_000;

/** What fetches this module compares it with its own. */
export { PROTOCOL_VERSION } from '../service/client-service.js';
/** Fetched with the connection, because no call goes to the worker earlier. */
export { workerControl } from './calls/worker-control.js';

/**
 * An open database. Calls of one connection run in the order they were made. HBase: `Connection`.
 *
 * @example
 * const connection = await connect('crawl');
 * const table = await connection.ensureTable({ name: 'webtable', families: ['contents', 'anchor'] });
 * await connection.close();
 */
export class Connection {
  /** The database's name. */
  readonly name: string;
  private readonly session: Session;
  private readonly transport: Transport;
  private readonly listeners = new EventListeners(() => this.followEngine());
  /** Ends the engine's events; null while no listener wants them. */
  private stopEvents: (() => void) | null = null;
  private closing: Promise<void> | null = null;

  /** `close`, where the platform has `Symbol.asyncDispose`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  constructor(parts: SessionParts) {
    this.name = parts.name;
    this.transport = parts.transport;
    this.session = new Session(parts, (error) => this.listeners.dispatch('lost', { type: 'lost', error }));
    if (Symbol.asyncDispose) Object.defineProperty(this, Symbol.asyncDispose, { value: () => this.close() });
  }

  /**
   * The table of this descriptor: made if it is not there, given the families that it lacks, else left as it is. Safe
   * on every page load and from several callers at once; never drops anything. Where an attribute that the descriptor
   * gives differs from the stored one, `alter: true` changes it online, as `admin.modifyTable` does; without, it
   * rejects with SCHEMA_MISMATCH (`details.differences`).
   */
  ensureTable<F extends FamilyDefinitions>(
    definition: TableDefinition<F>,
    options?: { readonly alter?: boolean },
  ): Promise<TypedTable<F>>;
  ensureTable<const D extends TableLike>(
    descriptor: D,
    options?: { readonly alter?: boolean },
  ): Promise<Table<SchemaOf<D>>>;
  ensureTable(
    given: TableLike | TableDefinition<FamilyDefinitions>,
    options: { readonly alter?: boolean } = {},
  ): Promise<unknown> {
    const definition = definitionOf(given);
    return this.session.run(async () => {
      const descriptor = definition?.descriptor ?? (given as TableLike);
      const table = new Table(this.session, await this.session.control('change', 'ensureTable', descriptor, options));
      return definition?.bind(table) ?? table;
    });
  }

  /**
   * A table by name, or by its definition; whether there can be one of this name, and whether there is, shows at the
   * first call.
   */
  getTable(name: string): Table;
  getTable<F extends FamilyDefinitions>(definition: TableDefinition<F>): TypedTable<F>;
  getTable(given: string | TableDefinition<FamilyDefinitions>): Table | TypedTable<FamilyDefinitions> {
    const definition = definitionOf(given);
    const name = definition?.descriptor.name ?? given;
    if (typeof name !== 'string') throw notAllowed('a table name', 'text', name);
    const table = new Table(this.session, withoutDefault(name));
    return definition?.bind(table) ?? table;
  }

  /** Gathers many mutations of one table and sends them together. Throws INVALID_ARGUMENT. */
  getBufferedMutator(params: string | BufferedMutatorLike): BufferedMutator {
    this.session.checkOpen();
    return new BufferedMutator(this.session, params);
  }

  getAdmin(): Admin {
    return new Admin(this.session);
  }

  /**
   * Applies mutations of several rows and tables as one: all of them or, when one fails, none; they become visible
   * together, and after a crash all are there or none is. They run in list order, each in sight of those before it and
   * with a time of its own, as if they had been called one after the other; the same row may come twice. Gives one
   * Result each: what an Increment, Append or RowMutations answers, else an empty one.
   *
   * It is logged as its most careful mutation asks, at least as ASYNC_WAL does. Rejects with the error of the first
   * mutation that failed, whose `details.index` says which; with INVALID_ARGUMENT for more than 16 MiB, with
   * INVALID_OPERATION when it would write more.
   *
   * @see W-69
   */
  atomicBatch(mutations: readonly AtomicMutation[], options: Pick<CallOptions, 'signal'> = {}): Promise<Result[]> {
    return this.session.run(() => {
      checkOptions(options);
      if (!Array.isArray(mutations)) throw notAllowed('mutations', 'a list of { table, mutation }', mutations);
      return runAtomicBatch(this.session, mutations.slice(), options);
    });
  }

  /** The state of the database as one plain object. */
  status(): Promise<StatusReport> {
    return this.session.run(() => this.session.control('alone', 'status'));
  }

  /**
   * Refuses further calls, closes the BufferedMutators, waits for the calls under way, and lets the engine go; may be
   * called again. The engine ends after the last connection of the page closes. A stuck engine is ended after 5 s, and
   * calls under way reject with WORKER_LOST. Rejects with BATCH_FAILED when a BufferedMutator does; the connection is
   * closed even then.
   */
  close(): Promise<void> {
    if (this.closing !== null) return this.closing;
    // With a stuck worker, the calls under way would never settle.
    const stopWatching = this.transport.watch?.(SILENT_IN_CLOSE_MS);
    this.closing = this.session.close().finally(() => {
      stopWatching?.();
      return this.transport.close();
    });
    return this.closing;
  }

  /**
   * Calls `listener` with each event of this type, until it is removed; adding it again changes nothing. Throws
   * INVALID_ARGUMENT for an unknown event, a listener that is not a function (objects with `handleEvent` are refused
   * too), and options other than `once` and
   * `signal`.
   */
  addEventListener<T extends EventType>(type: T, listener: Listener<T>, options: ListenerOptions = {}): void {
    this.listeners.add(type, listener, options);
  }

  /** Removes a listener. Throws INVALID_ARGUMENT for an unknown event. */
  removeEventListener<T extends EventType>(type: T, listener: Listener<T>): void {
    this.listeners.remove(type, listener);
  }

  /** Asks the engine for events only while a listener wants them, because it gathers what changed only then. */
  private followEngine(): void {
    if (this.listeners.wantEngine) {
      this.stopEvents ??= this.transport.onEvent((event) => this.tell(event));
      return;
    }
    this.stopEvents?.();
    this.stopEvents = null;
  }

  private tell(event: EngineEvent): void {
    const { listeners } = this;
    if (event.type === 'error') listeners.dispatch('error', { type: 'error', error: errorFromData(event.error) });
    else if (event.type !== 'commit') listeners.dispatch(event.type, event);
    else listeners.dispatch('commit', { ...event, firstRow: event.firstRow.slice(), lastRow: event.lastRow.slice() });
  }
}

/**
 * A definition of a typed table, of this or another copy of the package; null for anything else. The code of typed
 * tables is not fetched for it.
 */
function definitionOf(given: unknown): TableDefinition<FamilyDefinitions> | null {
  return typeof given !== 'function' && typeof (given as { readonly bind?: unknown } | null)?.bind === 'function'
    ? (given as TableDefinition<FamilyDefinitions>)
    : null;
}
