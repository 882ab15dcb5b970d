/// <reference lib="esnext.disposable" preserve="true" />
import type { BackupSource, BackupTarget } from '../backup/backup-files.js';
import type { WrittenBackup } from '../backup/write-backup.js';
import { notAllowed } from '../bytes/kind.js';
import type { BigtabError } from '../errors.js';
import { readLiteral } from '../model/literal.js';
import type { RepairReport } from '../model/repair-report.js';
import { withoutDefault } from '../model/schema/table-name.js';
import type { StatusReport } from '../model/status-report.js';
import type { VerifyReport } from '../model/verify-report.js';
import type { EngineEvent, EventKind } from '../service/engine-event.js';
import { errorFromData } from '../service/error-handler.js';
import { Admin } from './admin.js';
import type { AnswersOf, AtomicBatchOptions, AtomicMutationsOn } from './atomic-mutations.js';
import type { ByteStream } from './backup/byte-stream.js';
import { type ExportOptions, exportStream } from './backup/export-stream.js';
import { type ImportOptions, importStream } from './backup/import-stream.js';
import { type BackupOptions, runBackup } from './backup/run-backup.js';
import { BufferedMutator, type BufferedMutatorLike } from './buffered-mutator.js';
import { type AtomicMutation, type AtomicTable, type RowCondition, runAtomicBatch } from './calls/atomic-batch.js';
import { type CallOptions, checkOptions, throwIfAborted } from './calls/call-options.js';
import { requestPersistence, type StorageLike } from './calls/request-persistence.js';
import { runLongCall } from './calls/run-long-call.js';
import { Session, type SessionParts } from './calls/session.js';
import type { Transport } from './calls/transport.js';
import type { TableDefinition } from './define-table.js';
import { type EnsureTableOptions, ensureTable, type IndexedTableLike } from './ensure-table.js';
import { EventListeners, type EventType, type Listener, type ListenerOptions } from './event-listeners.js';
import type { FamilyDefinitions } from './family-definition.js';
import type { AnyIndexes } from './index-definition.js';
import { Watches } from './live/watches.js';
import type { SchemaOf } from './schema.js';
import { Table } from './table.js';
import { type TransactOptions, transact } from './transact.js';
import type { Transaction } from './transaction.js';
import type { AnyKey } from './typed-key.js';
import type { TypedTable } from './typed-table.js';

type AnyDefinition = TableDefinition<FamilyDefinitions, AnyKey, unknown, AnyIndexes>;

/** The options of `Connection.repair`. */
export interface RepairOptions extends CallOptions {
  /** Whether everything in quarantine is removed at the end. Default false. */
  readonly release?: boolean | undefined;
}

const SILENT_IN_CLOSE_MS = 5_000;

/**
 * An open database, or a cluster of HBase. Calls of one connection run in the order they were made; over a cluster, only
 * those about the same rows do. HBase: `Connection`.
 *
 * @example
 * const connection = await connect('crawl');
 * const table = await connection.ensureTable({ name: 'webtable', families: ['contents', 'anchor'] });
 * await connection.close();
 */
export class Connection {
  /** The database's name; the address of its gateway if it is a cluster. */
  readonly name: string;
  /** Whether it is a cluster of HBase, instead of a database of Bigtab's engine. */
  readonly cluster: boolean;
  private readonly session: Session;
  private readonly transport: Transport;
  private readonly storage: StorageLike | undefined;
  private readonly id: string;
  private readonly watches: Watches;
  private readonly listeners = new EventListeners(() => this.followEngine());
  /** The events that are requested from the engine; null if none are. */
  private wants: EventKind | null = null;
  private stopEvents: () => void = () => {};
  private closing: Promise<void> | null = null;

  /** Calls `close`, on platforms that have `Symbol.asyncDispose`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  constructor(parts: SessionParts) {
    this.name = parts.name;
    this.cluster = parts.checks !== undefined;
    this.id = parts.id;
    this.transport = parts.transport;
    this.storage = parts.storage;
    const tellLost = (error: BigtabError): void => {
      this.watches.fail(error);
      this.listeners.dispatch('lost', { type: 'lost', error });
    };
    this.session = new Session(parts, tellLost, () => this.tellRole());
    this.watches = new Watches(this.session, () => this.followEngine());
    parts.transport.onChange?.((reason) => {
      const isHeard = this.listeners.has('versionchange');
      this.listeners.dispatch('versionchange', { type: 'versionchange', reason });
      return isHeard;
    });
    if (Symbol.asyncDispose) Object.defineProperty(this, Symbol.asyncDispose, { value: () => this.close() });
  }

  /**
   * Returns the table of this descriptor. Creates the table if it does not exist, adds the families that it lacks, and
   * otherwise leaves it unchanged. Safe on every page load and from several callers at once; never drops anything. If
   * the stored value of an attribute in the descriptor differs, `alter: true` changes it online, as `admin.modifyTable`
   * does; without `alter`, the call rejects with SCHEMA_MISMATCH (`details.differences`).
   *
   * With `indexes`, it resolves when they are complete, unless `wait` is false. It rejects with CONDITION_FAILED if two
   * rows have the same values in a unique index, which is then not created. The indexes of a disabled table are built
   * when it is enabled: if some are not complete, they have been added, and the call rejects with TABLE_NOT_ENABLED.
   */
  ensureTable<F extends FamilyDefinitions, K extends AnyKey, R, I extends AnyIndexes>(
    definition: TableDefinition<F, K, R, I>,
    options?: EnsureTableOptions,
  ): Promise<TypedTable<F, K, R, I>>;
  ensureTable<const D extends IndexedTableLike>(
    descriptor: D,
    options?: EnsureTableOptions,
  ): Promise<Table<SchemaOf<D>>>;
  ensureTable(given: IndexedTableLike | AnyDefinition, options: EnsureTableOptions = {}): Promise<unknown> {
    const definition = definitionOf(given);
    return this.session.run(async () => {
      const name = await ensureTable(this.session, definition?.descriptor ?? (given as IndexedTableLike), options);
      const table = new Table(this.session, this.watches, name);
      return definition?.bind(table, this.cluster) ?? table;
    });
  }

  /** Returns a table by name or by definition. An invalid name or a missing table is reported by the first call. */
  getTable(name: string): Table;
  getTable<F extends FamilyDefinitions, K extends AnyKey, R, I extends AnyIndexes>(
    definition: TableDefinition<F, K, R, I>,
  ): TypedTable<F, K, R, I>;
  getTable(given: string | AnyDefinition): unknown {
    const definition = definitionOf(given);
    const name = definition?.descriptor.name ?? given;
    if (typeof name !== 'string') throw notAllowed('a table name', 'text', name);
    const table = new Table(this.session, this.watches, withoutDefault(name));
    return definition?.bind(table, this.cluster) ?? table;
  }

  /** Creates a mutator, which collects mutations of one table and sends them together. Throws INVALID_ARGUMENT. */
  getBufferedMutator(params: string | BufferedMutatorLike): BufferedMutator {
    this.session.checkOpen();
    return new BufferedMutator(this.session, params);
  }

  getAdmin(): Admin {
    return new Admin(this.session);
  }

  /**
   * Applies mutations of several rows and tables as one: all of them or, if one fails, none. They become visible
   * together, and after a crash either all or none of them are stored. They run in list order, as if they had been
   * called one after the other: each sees the effects of the earlier ones and has its own timestamp. A row may occur
   * more than once. Resolves to one Result for each mutation: the answer of an Increment, Append or RowMutations,
   * otherwise an empty Result. A typed table converts the values of its mutations and its results with its codecs.
   *
   * With `conditions`, all of them are judged, and all mutations applied, in one step of the engine. Each is about one
   * row of any table: on a column, like those of `checkAndMutate`; on the row through a filter; or `exists: true` or
   * `false`. If some do not hold, nothing is applied, and the call rejects with CONDITION_FAILED: `details.failed` has the
   * indices of all of them.
   *
   * The log write uses the strongest durability among the mutations, at least ASYNC_WAL. Rejects with the error of the
   * first mutation that failed, with its index in `details.index`, or of the first condition that could not be judged,
   * with its index in `details.condition`; with INVALID_ARGUMENT if mutations and conditions have more than 16 MiB; and
   * with INVALID_OPERATION if it would write more than that. A unique index is checked after the last mutation, so rows
   * may exchange their values. In its CONDITION_FAILED, `details.index` is the name of the index, and `details.mutation`
   * the index of the mutation.
   *
   * @see W-69
   */
  atomicBatch<const T extends readonly AtomicTable[], const C extends readonly AtomicTable[] = readonly []>(
    mutations: AtomicMutationsOn<T>,
    options: AtomicBatchOptions<C> = {},
  ): Promise<AnswersOf<T>> {
    return this.session.run(() => {
      readLiteral<AtomicBatchOptions<C>>(options, 'set of options', ['signal', 'conditions']);
      const { signal, conditions = [] } = options;
      throwIfAborted(signal);
      if (!Array.isArray(mutations)) throw notAllowed('mutations', 'a list of { table, mutation }', mutations);
      if (!Array.isArray(conditions)) throw notAllowed('conditions', 'a list of { table, row, ... }', conditions);
      const list = mutations.slice() as AtomicMutation[];
      const checks = conditions.slice() as readonly RowCondition[];
      const results = runAtomicBatch(this.session, list, checks, signal);
      return results as Promise<readonly unknown[]> as Promise<AnswersOf<T>>;
    });
  }

  /**
   * Runs a function that reads rows and then writes, as one transaction: its writes are applied together, and only if
   * nothing that it has read has changed since: rows, missing rows and ranges. Otherwise nothing is written, and the
   * function runs again after a short pause, so it should have no other effects. Resolves to what it returned.
   * Transactions of all tabs, and all other writes, have the same effect as if they had run one after the other.
   *
   * The function gets a `Transaction`: `transaction.table(table)` has the reads and writes of a table. Reads take the
   * newest state; writes are gathered, and sent with the reads' digests when the function has returned. A row cannot be
   * read after the transaction has written it (INVALID_STATE). If the function throws, nothing is written. If rows
   * that it has read have changed since, it runs again, because they may be the reason; otherwise the call rejects with
   * its error.
   *
   * Rejects with CONFLICT after `attempts` runs (default: 10; many writers of one row may need more), with
   * INVALID_OPERATION for reads of more than 10,000 rows or 8 MiB, and otherwise as `atomicBatch` does.
   *
   * @example
   * const seats = await connection.ensureTable({ name: 'seats', families: ['s'] });
   * await connection.transact(async (transaction) => {
   *   const own = transaction.table(seats);
   *   if (await own.exists('12A')) throw new Error('The seat is taken.');
   *   own.put({ row: '12A', cells: { s: { guest: 'anna' } } });
   * });
   */
  transact<T>(run: (transaction: Transaction) => Promise<T>, options: TransactOptions = {}): Promise<T> {
    return this.session.run(() => transact(this.session, run, options));
  }

  /** The state of the database as one plain object. */
  status(): Promise<StatusReport> {
    return this.session.run(async () => this.withRole(await this.session.control('alone', 'status')));
  }

  /**
   * Reads everything that is stored and checks it, beside normal work: the catalog and its copy, every record of the log
   * that is still needed, every block, index, bloom filter and cell of the store files, and whether each row has its
   * entries in the secondary indexes. Also finds files that are missing, and files that nothing refers to. A file that was
   * not finished when the power was cut is not a problem (kind `leftover`). Changes nothing. `onProgress` reports `bytes`.
   *
   * Resolves to a report, also if it finds problems: `ok` is false then. Files that tables begin to use while it runs are
   * not read. Rejects with the reason of the signal, CONNECTION_CLOSED, and STORAGE_UNAVAILABLE if a file cannot be read
   * now but may be sound.
   */
  verify(options: CallOptions = {}): Promise<VerifyReport> {
    return this.session.run(() => {
      checkOptions(options);
      const start = async (token: string) => {
        const { report, bytes } = await this.session.control('alone', 'verify', token);
        return { result: report, total: bytes, unit: 'bytes' as const };
      };
      return runLongCall(this.session, start, options);
    });
  }

  /**
   * Checks what is stored, as `verify` does, and repairs what it finds, beside normal work. The catalog and its copy are
   * written again. Store files with damage are replaced by what can be read of them, block by block. Everything in the
   * log is stored in store files, and damaged segments of the log are set aside. So are files that nothing refers to.
   * Afterwards `verify` finds no problem, and reads that rejected with CORRUPTION return what is left. `onProgress`
   * reports `bytes` while it checks, then `cells` while files are rewritten.
   *
   * Nothing is removed: what was replaced or set aside is in quarantine (`status().storeFiles.quarantined`), where
   * nothing reads it. A call with `release: true` repairs too, and then removes everything in quarantine, after 60 s.
   *
   * The report lists what is lost. Rows of damaged blocks show older values, and cells that were deleted by markers in
   * these blocks are visible again; `restore` is refused for earlier times of that family. The indexes of such a table, and
   * damaged ones, are built again when the repair has ended; until then, reads by them reject with INVALID_STATE, and
   * `ensureTable` waits for them. A file that a newer version wrote is left as it is. If the list of tables and files itself had to be found again, the database is opened again
   * too, and calls of all tabs continue there.
   *
   * An ended call keeps what it has done. Rejects with the reason of the signal, with INVALID_OPERATION if the database
   * was opened with `open`, QUOTA_EXCEEDED if there is no room for what is written, CONNECTION_CLOSED, and
   * STORAGE_UNAVAILABLE if a file cannot be read or written now.
   */
  repair(options: RepairOptions = {}): Promise<RepairReport> {
    return this.session.run(() => {
      checkOptions(options, ['release']);
      const start = async (token: string) => {
        const { report, total, unit } = await this.session.control('alone', 'repair', options.release ?? false, token);
        return { result: report, total, unit };
      };
      return runLongCall(this.session, start, options);
    });
  }

  /**
   * Exports the database, or some of its tables, as a stream of lines of JSON (`lib/backup/FORMAT.md`), which
   * `importStream` reads: every version and every delete of all tables at one point in time, while writes go on. The
   * engine reads only as fast as the stream is read. Secondary indexes are described, without their entries. Import and export again, and the bytes are the same except for the
   * token. `onProgress` reports `cells`.
   *
   * `since` makes an increment: only what has changed since an earlier export, whose last line has the `token` to pass.
   * Merge it into a copy of that export, and reads of the copy return the same as reads of this database. The token is
   * null in an export with `asOf` or `snapshot`, and of a database that is only read.
   *
   * Throws INVALID_ARGUMENT and CONNECTION_CLOSED. The stream fails with TABLE_NOT_FOUND; with CORRUPTION if a file
   * cannot be read; with the reason of the signal; and with SNAPSHOT_EXPIRED if another tab becomes the leader, or if an
   * increment is no longer possible, because a compaction has removed deletes since the earlier export, or a table was
   * truncated or dropped. Then start a complete export.
   *
   * @example
   * const response = new Response(connection.exportStream());
   */
  exportStream(options: ExportOptions = {}): ByteStream {
    return exportStream(this.session, options);
  }

  /**
   * Writes what `exportStream` exports to a file in a directory that the user has chosen (`showDirectoryPicker`), or to a
   * stream. Resolves to the file's name, its size and the token for an increment. A file is read back to compare its
   * checksum, and replaces an older file of that name only when it is complete. If the backup fails, the stream is
   * aborted.
   *
   * Rejects with INVALID_ARGUMENT, the errors of `exportStream`, CORRUPTION if the file is not what was written, and the
   * error of the directory or the stream.
   */
  backup(target: BackupTarget, options: BackupOptions = {}): Promise<WrittenBackup> {
    return this.session.run(() => runBackup(this.session, this.name, target, options));
  }

  /**
   * Imports what `exportStream` exported, or an increment, from a stream, a Blob or a file. Everything in it is checked; a
   * backup may come from anywhere.
   *
   * With mode `create`, the tables must not exist. They become visible together when the whole stream was read and its
   * checksum is right; if the import fails, nothing is left of them. With `merge`, tables that exist must have the
   * attributes and families of the backup, and its cells are added to theirs with their own timestamps. Indexes that
   * such a table lacks are added; one of the same name with another definition is refused. If the import fails, the cells that
   * were written so far stay. An HBase cluster has only this mode: `create` is refused with UNSUPPORTED_OPERATION before
   * anything is written. The engine reads the stream only as fast as it stores it.
   * `onProgress` reports `bytes`; the total is the number that has arrived.
   *
   * New secondary indexes are built after the import, in the background. Until then, reads by them reject with
   * INVALID_STATE, and `ensureTable` with `indexes` waits for them. A unique one is dropped if two rows have the same
   * values, and the connection dispatches `warning`.
   *
   * A backup has the version of the app, which a database without one gets, together with the tables. A backup of another
   * version than the database has is refused with INVALID_OPERATION, and one without a version changes nothing.
   *
   * Rejects with INVALID_ARGUMENT for a line that is not allowed, CORRUPTION for a backup that was changed or cut off,
   * FORMAT_TOO_NEW, TABLE_EXISTS (`create`), SCHEMA_MISMATCH (`merge`), and the errors of writes; all have
   * `details.line`. Also with the reason of the signal, the error of the stream, and CONNECTION_CLOSED.
   */
  importStream(from: BackupSource, options: ImportOptions): Promise<void> {
    return this.session.run(() => importStream(this.session, from, options));
  }

  /**
   * Asks the browser to keep the data of the whole site when the device runs out of space, and resolves to whether it
   * does. Chromium and Safari decide without asking the user; Firefox asks. The answer may change from false to true
   * later, for example after the user has installed the app, so call this on each visit. Without it, a browser may
   * delete the site's data (see `status().origin`). In a worker, which cannot ask, it resolves to the current state, and
   * where there is no browser to false. Rejects with CONNECTION_CLOSED.
   */
  async requestPersistence(): Promise<boolean> {
    this.session.checkOpen();
    // Not a call that `close` waits for: the user may leave the browser's question unanswered.
    return requestPersistence(this.storage);
  }

  /**
   * Refuses further calls, closes the BufferedMutators, waits for the calls in progress, and releases the engine. May
   * be called again. The engine of a tab that leads ends after the last connection of the page closes. If it is stuck, it is ended after 5 s; the
   * calls in progress run in another one, and reject with WORKER_LOST if that one is stuck too. Rejects with BATCH_FAILED
   * if a BufferedMutator does; the connection is closed even then.
   */
  close(): Promise<void> {
    if (this.closing !== null) return this.closing;
    // If the worker is stuck, the calls in progress would never settle.
    const stopWatching = this.transport.watch?.(SILENT_IN_CLOSE_MS);
    const closed = this.session.close();
    const delivered = this.watches.close();
    this.closing = closed.finally(() => {
      stopWatching?.();
      return delivered === null ? this.transport.close() : delivered.then(() => this.transport.close());
    });
    return this.closing;
  }

  /**
   * Calls `listener` with each event of this type until the listener is removed. Adding a listener a second time has no
   * effect. Throws INVALID_ARGUMENT for an unknown event, a listener that is not a function (objects with `handleEvent`
   * are refused too), and options other than `once` and `signal`.
   */
  addEventListener<T extends EventType>(type: T, listener: Listener<T>, options: ListenerOptions = {}): void {
    this.listeners.add(type, listener, options);
  }

  /** Removes a listener. Throws INVALID_ARGUMENT for an unknown event. */
  removeEventListener<T extends EventType>(type: T, listener: Listener<T>): void {
    this.listeners.remove(type, listener);
  }

  /**
   * Requests events from the engine only while a listener or a watch wants them, because the engine collects changes only
   * then.
   */
  private followEngine(): void {
    const wants = this.listeners.wantEngine ? 'all' : this.watches.size > 0 ? 'wakes' : null;
    if (wants === this.wants) return;
    this.wants = wants;
    const { stopEvents } = this;
    this.stopEvents = wants === null ? () => {} : this.transport.onEvent((event) => this.tell(event), wants);
    // Only now, so that no event is missed in between.
    stopEvents();
  }

  private tellRole(): void {
    const standing = this.transport.standing?.();
    if (standing !== undefined) this.listeners.dispatch('role', { type: 'role', ...standing });
  }

  /** The engine does not know which page receives its report. */
  private withRole(status: StatusReport): StatusReport {
    return this.transport.standing?.().role === 'follower' ? { ...status, role: 'follower' } : status;
  }

  private tell(event: EngineEvent): void {
    const { listeners } = this;
    if (event.type === 'watch' && event.connection === this.id) this.watches.wake();
    else if (event.type === 'error') listeners.dispatch('error', { type: 'error', error: errorFromData(event.error) });
    else if (event.type === 'status') listeners.dispatch('status', { ...event, status: this.withRole(event.status) });
    else if (event.type === 'schema' || event.type === 'warning') listeners.dispatch(event.type, event);
    else if (event.type === 'commit')
      listeners.dispatch('commit', { ...event, firstRow: event.firstRow.slice(), lastRow: event.lastRow.slice() });
  }
}

/**
 * Returns the definition of a typed table, from this or another copy of the package; null for any other value. This
 * check does not load the code of typed tables.
 */
function definitionOf(given: unknown): AnyDefinition | null {
  return typeof given !== 'function' && typeof (given as { readonly bind?: unknown } | null)?.bind === 'function'
    ? (given as AnyDefinition)
    : null;
}
