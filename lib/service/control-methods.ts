/*
 * The table of control methods: rare calls, which are sent as a name and arguments in JSON.
 *
 * Both ends use it. The caller uses the types of a method's arguments and result. The end that answers defines an
 * object with one function for each method, which the compiler checks with `satisfies Answers<...>`.
 *
 * To add a method: declare it here; answer it in `engine/server/admin-service-impl`, `engine/server/schema-changes` or
 * `worker/gateway`; answer or refuse it in `hbase/admin/admin-methods`; and call it from `client/admin`, or from
 * `backup`. Also add it to a suite in `testing/conformance/table`, to
 * `testing/fuzz/requests` if its arguments are of a new kind, and, if HBase has it, to
 * `testing/vectors/calls/call-session`.
 */
import { BigtabError } from '../errors.js';
import type { Erased } from '../model/erase-report.js';
import type { Repaired } from '../model/repair-report.js';
import type { FamilyLike } from '../model/schema/family-descriptor.js';
import type { IndexDescriptor, IndexesLike } from '../model/schema/index-descriptor.js';
import type { NamespaceDescriptor, NamespaceLike } from '../model/schema/namespace-descriptor.js';
import type { TableDescriptor, TableLike } from '../model/schema/table-descriptor.js';
import type { SnapshotDescription, SnapshotProperties, SnapshotType } from '../model/snapshot-description.js';
import type { CompactionState, StatusReport } from '../model/status-report.js';
import type { Verified } from '../model/verify-report.js';
import type { ExplainOptions, Explanation } from './explanation.js';
import type { RegionMetrics } from './region-metrics.js';

/**
 * Methods of the engine that change tables, namespaces or the version. The engine runs them one after the other and
 * exactly once, and later packets of the connection wait for them. A family passed separately is bytes.
 */
export interface SchemaMethods {
  /** `splitKeys`: the first row of each region but the first. Bigtab's engine makes one region of a table. */
  createTable(like: TableLike, splitKeys: readonly Uint8Array[]): void;
  /**
   * Creates what is missing. Throws SCHEMA_MISMATCH if an attribute in the literal differs from the stored one, unless
   * `alter` is true. Returns the table's name in its printed form. `indexes`: with columns in printed form; those that
   * are missing begin without entries, and `buildIndexes` resolves when they have all.
   */
  ensureTable(like: TableLike, options: { readonly alter?: boolean }, indexes?: IndexesLike): string;
  dropIndex(table: string, name: string): void;
  modifyTable(like: TableLike, reopenRegions: boolean): void;
  addColumnFamily(table: string, like: FamilyLike): void;
  modifyColumnFamily(table: string, like: FamilyLike): void;
  deleteColumnFamily(table: string, family: Uint8Array): void;
  deleteTable(table: string): void;
  truncateTable(table: string): void;
  enableTable(table: string): void;
  disableTable(table: string): void;
  /** Creates the table `as`, empty, with the schema of `table`. */
  cloneTableSchema(table: string, as: string): void;
  /** `type`: only FLUSH and SKIPFLUSH make a difference, and only for an enabled table. */
  snapshot(name: string, table: string, type: SnapshotType, properties: SnapshotProperties): void;
  /** `required`: whether a name that does not exist is an error. */
  deleteSnapshots(names: readonly string[], required: boolean): void;
  /** `takeFailSafe`: null for the setting. */
  restoreSnapshot(name: string, takeFailSafe: boolean | null): void;
  cloneSnapshot(name: string, table: string): void;
  /** Returns the old setting. */
  snapshotCleanupSwitch(on: boolean): boolean;
  /**
   * Creates tables that nothing but this import uses until `finishImport`, and the namespaces that are missing then.
   * Returns the names by which the import writes to them, in the same order. Throws TABLE_EXISTS. The import is given
   * up if its client does not renew it for a minute.
   */
  beginImport(name: string, schema: ImportedSchema): readonly string[];
  /** Makes the tables of an import visible, all together. `schema`: as for `beginImport`. Throws TABLE_EXISTS, and INVALID_STATE if it was given up. */
  finishImport(name: string, schema: ImportedSchema): void;
  /** Removes the tables of an import that has not finished. */
  cancelImport(name: string): void;
  /**
   * Creates what a merge needs and the database lacks, all at once: namespaces, tables, and families and indexes of tables
   * that exist. Returns the tables in the same order. New ones are enabled, not read-only and without indexes. At the end
   * of the merge, `isLast`, they get all that `schema` says. Throws SCHEMA_MISMATCH if a table that exists has other
   * attributes, and INVALID_OPERATION for a backup of another version.
   */
  mergeImport(schema: ImportedSchema, isLast: boolean): readonly MergedTable[];
  createNamespace(like: NamespaceLike): void;
  modifyNamespace(like: NamespaceLike): void;
  deleteNamespace(name: string): void;
  /**
   * Ends the upgrade that the connection began, and stores its version if it succeeded. `from`, `version`: those of the
   * upgrade, because the engine that it began at may have ended. Throws INVALID_OPERATION if another connection's
   * upgrade runs, or may have run since then.
   */
  endUpgrade(succeeded: boolean, from: number, version: number): void;
}

/** All methods of the engine, which checks the arguments. */
export interface EngineMethods extends SchemaMethods {
  tableExists(table: string): boolean;
  isTableEnabled(table: string): boolean;
  isTableDisabled(table: string): boolean;
  isTableAvailable(table: string): boolean;
  /**
   * `namespace`: lists only its tables, system tables included; null lists all tables, system tables only if `system`
   * is true. `enabled`: lists only the tables in this state.
   */
  listTableNames(namespace: string | null, system: boolean, enabled?: boolean): readonly string[];
  /** Like `listTableNames`. */
  listTableDescriptors(namespace: string | null, system: boolean): readonly TableDescriptor[];
  /** By name. */
  listSnapshots(): readonly SnapshotDescription[];
  isSnapshotFinished(name: string): boolean;
  isSnapshotCleanupEnabled(): boolean;
  getNamespaceDescriptor(name: string): NamespaceDescriptor;
  listNamespaceDescriptors(): readonly NamespaceDescriptor[];
  getDescriptor(table: string): TableDescriptor;
  /** The first row of each region in printed form, in order. Bigtab's engine has one region, from the empty key. */
  regionStarts(table: string): readonly string[];
  flush(table: string, family: Uint8Array | null): void;
  /** Resolves when the compaction has ended, to the number of cells that it read. */
  compact(table: string, family: Uint8Array | null, how: CompactHow): number;
  /** Resolves when no file of the table contains a value that its reads no longer return. */
  erase(table: string, token: string): Erased;
  /** Reads and checks everything that is stored. */
  verify(token: string): Verified;
  /** Replaces what cannot be read by what is left of it. `release`: also removes what is set aside. */
  repair(release: boolean, token: string): Repaired;
  /** Begins an export. Returns what is exported, in this order. Throws SNAPSHOT_EXPIRED if `since` is too old. */
  beginExport(name: string, order: ExportOrder): ExportedSchema;
  /** The batch `number` of the export, from 1, see export-codec. Throws SNAPSHOT_EXPIRED if the export has ended. */
  exportBatch(name: string, number: number): Uint8Array;
  /** Keeps an export for another minute. */
  renewExport(name: string): void;
  endExport(name: string): void;
  /** Keeps an import for another minute. */
  renewImport(name: string): void;
  /**
   * Resolves to the progress of the call `compact`, `erase`, `verify` or `repair` with this token once it is further than step `seen`; to
   * null when that call has ended.
   */
  progressOf(token: string, seen: number): LongCallProgress | null;
  /** Cancels the call with this token. */
  endCall(token: string): void;
  /** Resolves when these indexes of a table have the entries of all rows, to the number of cells visited meanwhile. */
  buildIndexes(table: string, names: readonly string[], token: string): number;
  /** The number of rows that a request of the operation OpenScanner returns, and of cells that were visited. */
  count(request: Uint8Array, token: string): { readonly rows: number; readonly cells: number };
  listIndexes(table: string): readonly IndexInfo[];
  getCompactionState(table: string): CompactionState;
  /** Returns the old setting. */
  compactionSwitch(on: boolean): boolean;
  getLastMajorCompactionTimestamp(table: string): number;
  getRegionMetrics(table: string): RegionMetrics;
  /** `request`: a request of the operation Get, with one get, or of OpenScanner. */
  explain(kind: 'get' | 'scan', request: Uint8Array, options: ExplainOptions): Explanation;
  /**
   * Begins an upgrade to `version` when no other upgrade is running. From then on the calls of other connections wait. Returns the current version of the database, or
   * null if it already is `version`. The upgrade runs until the connection calls `endUpgrade`, or ends. Throws
   * DATABASE_NEWER if the current version is larger.
   */
  beginUpgrade(version: number): number | null;
  /**
   * Reports, when another engine may be there, that the connection's upgrade goes on. Throws INVALID_OPERATION if another
   * one may have run meanwhile: then it can no longer succeed.
   */
  continueUpgrade(from: number, version: number): void;
  /** Reports for a connection that its page is suspended: others wait only a few seconds for its upgrade. */
  upgraderAway(connection: string): void;
  /**
   * For tests: makes the time of writes and reads `when`, from which it goes on; null: the platform's time again. It ends
   * with the engine. Only `bigtab/playwright` calls it: for a connection, it does not exist.
   */
  setTime(when: number | null): void;
  /** Forces everything written to the log so far to the device. */
  flushLog(): void;
  status(): StatusReport;
  /** Whether the database was created and no connection has reported yet whether it existed before. */
  originInDoubt(): boolean;
  /** Reports whether the database existed before; only the first report counts. */
  settleOrigin(existed: boolean): void;
}

/** Methods of the worker itself. `withinMs`: how long the caller waits. */
export interface WorkerMethods {
  /** Opens the database once; a later call must have the same options. Resolves to the epoch. */
  open(options: OpenOptions, withinMs: number): number;
  close(): void;
  /** Closes the database if a page that follows is visible, so that it can lead. Returns whether it did. */
  handOver(): boolean;
  deleteDatabase(name: string, withinMs: number): void;
  listDatabases(withinMs: number): readonly string[];
}

/** The options of a database as passed to `connect`; the engine checks them. */
export interface AskedOptions {
  readonly name?: unknown;
  readonly timestamps?: unknown;
  /** Only checked: it is that of a connection, whose packets have it. */
  readonly durability?: unknown;
  readonly memory?: unknown;
  readonly configuration?: unknown;
  readonly open?: unknown;
}

export interface OpenOptions extends AskedOptions {
  /** Whether the page had the database open: then it is not created if it is missing. */
  readonly existing?: boolean;
  /**
   * Present if the page's worker fell silent: the next one runs packets one at a time for a minute, and reports their
   * names. The names of those over which it fell silent again, which are refused.
   */
  readonly deaf?: readonly string[] | undefined;
}

/** An index of a table, and whether it has the entries of all rows: while it is built, reads that name it reject. */
export interface IndexInfo extends IndexDescriptor {
  readonly complete: boolean;
}

/** The name of a control method. */
export type ControlMethod = keyof EngineMethods | keyof WorkerMethods;

/** A control request as it is received: neither its method nor its arguments are checked yet. */
export interface ControlRequest {
  readonly method: string;
  readonly args: readonly unknown[];
}

/** What is exported: by default all tables, completely. */
export interface ExportOrder {
  readonly tables?: readonly string[] | undefined;
  /** Cells with a larger timestamp are left out. */
  readonly asOf?: number | undefined;
  /** The token of an earlier export, whose contents are left out. */
  readonly since?: string | undefined;
  /** Exports what this snapshot has, instead of tables. */
  readonly snapshot?: string | undefined;
}

/** A table of an export. */
export interface ExportedTable {
  readonly descriptor: TableDescriptor;
  readonly disabled: boolean;
  /** Whether the export leaves out what an earlier one contains. */
  readonly increment: boolean;
  /** With columns in printed form. */
  readonly indexes: IndexesLike;
}

/** What an export contains. */
export interface ExportedSchema {
  /** The version of the database at that time; undefined if it had none. */
  readonly appVersion?: number | undefined;
  /** Of these tables; without the two that every database has. */
  readonly namespaces: readonly NamespaceDescriptor[];
  readonly tables: readonly ExportedTable[];
}

/** What an import creates. */
export interface ImportedSchema {
  /** The version in the backup; undefined if it has none. */
  readonly appVersion?: number | undefined;
  readonly namespaces: readonly NamespaceLike[];
  readonly tables: readonly {
    readonly descriptor: TableLike;
    readonly disabled: boolean;
    /** With columns in printed form; they are built when the import has finished. */
    readonly indexes?: IndexesLike;
  }[];
}

/** A table into which a backup is merged. */
export interface MergedTable {
  readonly name: string;
  /** Whether the merge has created it. */
  readonly isNew: boolean;
}

/** Which files a compaction rewrites. */
export interface CompactHow {
  /**
   * Flushes first, then compacts all files of each family; otherwise compacts those that the policy chooses.
   *
   * @see A-28
   */
  readonly major: boolean;
  /** A name for this call that no other running call has. */
  readonly token?: string;
}

/** How far a long call is: the cells or bytes it has read, or the seconds it has waited. */
export interface LongCallProgress {
  /** The number of this report, from 1. */
  readonly step: number;
  readonly done: number;
  readonly total: number;
  readonly unit: 'cells' | 'bytes' | 'seconds';
}

/** The functions that answer `Methods`. They receive bytes in printable form. */
export type Answers<Methods> = {
  readonly [Method in keyof Methods]: Methods[Method] extends (...args: infer Args) => infer Result
    ? (...args: Arrived<Args>) => Result | Promise<Result>
    : never;
};

type Arrived<Args extends readonly unknown[]> = { [Place in keyof Args]: InJson<Args[Place]> };
type InJson<T> = T extends Uint8Array ? string : T extends readonly Uint8Array[] ? readonly string[] : T;

/** The functions by name, as they are called for a request. */
export type AnswersByName = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Runs the method that a request names. Rejects with INVALID_OPERATION if `answers` has no such method. */
export async function answerControl(answers: AnswersByName, { method, args }: ControlRequest): Promise<unknown> {
  if (!Object.hasOwn(answers, method)) {
    throw new BigtabError('INVALID_OPERATION', `There is no control method '${method}'`);
  }
  const run = answers[method] as (...args: readonly unknown[]) => unknown;
  return run(...args);
}
