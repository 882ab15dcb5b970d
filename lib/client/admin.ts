import { notAllowed } from '../bytes/kind.js';
import { toFamily } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { EraseReport } from '../model/erase-report.js';
import { toBoolean } from '../model/literal.js';
import type { FamilyLike } from '../model/schema/family-descriptor.js';
import type { NamespaceDescriptor, NamespaceLike } from '../model/schema/namespace-descriptor.js';
import type { TableDescriptor, TableLike } from '../model/schema/table-descriptor.js';
import type { SnapshotDescription, SnapshotProperties, SnapshotType } from '../model/snapshot-description.js';
import type { CompactionState } from '../model/status-report.js';
import type { CompactHow, EngineMethods, IndexInfo } from '../service/control-methods.js';
import type { RegionMetrics } from '../service/region-metrics.js';
import { type CallOptions, checkOptions } from './calls/call-options.js';
import { runLongCall } from './calls/run-long-call.js';
import type { ControlKind, Session } from './calls/session.js';
import { splitKeysBetween, toSplitKeys } from './split-keys.js';
import { type TablePattern, tableMatcher, wholeMatcher } from './table-pattern.js';

/** Creates, changes and describes tables. HBase: `Admin`. */
export class Admin {
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /**
   * Creates a table and enables it. Rejects with TABLE_EXISTS if the table exists, with NAMESPACE_NOT_FOUND, with
   * INVALID_OPERATION for attributes that no table may have, and with QUOTA_EXCEEDED if its namespace is full.
   *
   * In Bigtab's engine a table has only one region, so split keys have no effect, but they are checked as in HBase and may
   * be refused with INVALID_ARGUMENT. A `warning` event lists them, and other attributes without effect. ENCRYPTION and
   * ENCRYPTION_KEY of a family are refused with INVALID_OPERATION. A cluster of HBase uses all of them.
   *
   * @see S-31, S-40, N-18
   */
  createTable(descriptor: TableLike, splitKeys?: readonly BytesLike[] | null): Promise<void>;
  createTable(descriptor: TableLike, startKey: BytesLike, endKey: BytesLike, numRegions: number): Promise<void>;
  createTable(descriptor: TableLike, ...split: readonly unknown[]): Promise<void> {
    return this.session.run(async () => {
      const [first = null, endKey, numRegions] = split;
      const isRange = split.length > 1;
      const keys = (
        isRange ? splitKeysBetween(first as BytesLike, endKey as BytesLike, numRegions as number) : first
      ) as readonly BytesLike[] | null;
      return this.session.control('change', 'createTable', descriptor, toSplitKeys(keys));
    });
  }

  /**
   * Replaces the descriptor of a table, enabled or not. Attributes that the new descriptor leaves out get their
   * defaults, and families that it leaves out are dropped with their data. The memstores are flushed first, with the
   * old attributes; reads follow the new ones at once. Rejects with INVALID_OPERATION for attributes that no table may
   * have, and with TABLE_NOT_FOUND. With `reopenRegions` false, changes that would need a reopened region in HBase
   * (other families, REGION_REPLICATION) also reject with HBASE_IO.
   *
   * @see S-35, C-9, S-37, S-38
   */
  modifyTable(descriptor: TableLike, reopenRegions = true): Promise<void> {
    return this.call('change', 'modifyTable', descriptor, reopenRegions);
  }

  /**
   * Adds an empty family, even if an earlier family had the same name. Rejects with TABLE_NOT_FOUND, with
   * INVALID_FAMILY_OPERATION if the table already has the family, and with INVALID_OPERATION.
   *
   * @see S-36
   */
  addColumnFamily(table: string, family: FamilyLike): Promise<void> {
    return this.call('change', 'addColumnFamily', table, family);
  }

  /**
   * Replaces all attributes of a family: those that are left out get their defaults. Works like `modifyTable`. Rejects
   * with TABLE_NOT_FOUND, with INVALID_FAMILY_OPERATION if the table lacks the family, and with INVALID_OPERATION.
   *
   * @see S-36
   */
  modifyColumnFamily(table: string, family: FamilyLike): Promise<void> {
    return this.call('change', 'modifyColumnFamily', table, family);
  }

  /**
   * Drops a family with its data. Rejects with TABLE_NOT_FOUND, and with INVALID_FAMILY_OPERATION if the table lacks
   * the family or has no other.
   *
   * @see S-36
   */
  deleteColumnFamily(table: string, family: BytesLike): Promise<void> {
    return this.session.run(() => this.session.control('change', 'deleteColumnFamily', table, toFamily(family)));
  }

  /** The secondary indexes of a table, by name. Rejects with TABLE_NOT_FOUND. */
  listIndexes(table: string): Promise<readonly IndexInfo[]> {
    return this.call('alone', 'listIndexes', table);
  }

  /** Drops a secondary index. Rejects with TABLE_NOT_FOUND, and with INVALID_ARGUMENT if the table lacks the index. */
  dropIndex(table: string, name: string): Promise<void> {
    return this.call('change', 'dropIndex', table, name);
  }

  /** Drops a disabled table with its data. Rejects with TABLE_NOT_FOUND or TABLE_NOT_DISABLED. @see S-32 */
  deleteTable(name: string): Promise<void> {
    return this.call('change', 'deleteTable', name);
  }

  /** Empties a disabled table and enables it. Rejects with TABLE_NOT_FOUND or TABLE_NOT_DISABLED. @see S-34 */
  truncateTable(name: string): Promise<void> {
    return this.call('change', 'truncateTable', name);
  }

  /**
   * Enables a table. Rejects with TABLE_NOT_FOUND, and with TABLE_NOT_DISABLED if the table is already enabled.
   *
   * @see S-33
   */
  enableTable(name: string): Promise<void> {
    return this.call('change', 'enableTable', name);
  }

  /**
   * Disables a table: its reads and writes are refused from now on. Rejects with TABLE_NOT_FOUND or TABLE_NOT_ENABLED.
   *
   * @see S-33
   */
  disableTable(name: string): Promise<void> {
    return this.call('change', 'disableTable', name);
  }

  /**
   * Creates an empty table with the schema and the indexes of another table and enables it. Rejects with TABLE_NOT_FOUND, and as
   * `createTable` does.
   *
   * @see S-39
   */
  cloneTableSchema(name: string, newName: string): Promise<void> {
    return this.call('change', 'cloneTableSchema', name, newName);
  }

  /** Whether a table of this name exists, enabled or not. @see S-53 */
  tableExists(name: string): Promise<boolean> {
    return this.call('alone', 'tableExists', name);
  }

  /** Whether the table is enabled. Rejects with TABLE_NOT_FOUND. @see S-53 */
  isTableEnabled(name: string): Promise<boolean> {
    return this.call('alone', 'isTableEnabled', name);
  }

  /** Whether the table is disabled. Rejects with TABLE_NOT_FOUND. @see S-53 */
  isTableDisabled(name: string): Promise<boolean> {
    return this.call('alone', 'isTableDisabled', name);
  }

  /** Whether a table of this name exists and is enabled. @see S-53 */
  isTableAvailable(name: string): Promise<boolean> {
    return this.call('alone', 'isTableAvailable', name);
  }

  /**
   * The names of tables in byte order of `namespace:qualifier`, with `default:` written out. `pattern`: only names that
   * it matches completely; for a table of `default`, matching `default:t` is enough. System tables, which are those of
   * the namespaces `hbase` and `backup`, are listed only on request. Rejects with INVALID_ARGUMENT for text that is not
   * a regular expression, or for one that Bigtab does not support.
   *
   * @see S-50, N-11
   */
  listTableNames(pattern: TablePattern | null = null, includeSysTables = false): Promise<readonly string[]> {
    return this.session.run(async () => {
      const system = toBoolean(includeSysTables, 'includeSysTables');
      const all = this.session.control('alone', 'listTableNames', null, system);
      const [names, matches] = await Promise.all([all, tableMatcher(pattern)]);
      return names.filter(matches);
    });
  }

  /**
   * The descriptors of tables, as `listTableNames` lists them. HBase's own tables, such as `hbase:meta`, have no
   * descriptor here.
   *
   * @see S-50
   */
  listTableDescriptors(
    pattern: TablePattern | null = null,
    includeSysTables = false,
  ): Promise<readonly TableDescriptor[]> {
    return this.session.run(async () => {
      const system = toBoolean(includeSysTables, 'includeSysTables');
      const all = this.session.control('alone', 'listTableDescriptors', null, system);
      const [descriptors, matches] = await Promise.all([all, tableMatcher(pattern)]);
      return descriptors.filter(({ name }) => matches(name));
    });
  }

  /** The names of the enabled or of the disabled tables, in the order of `listTableNames`, without system tables. */
  listTableNamesByState(isEnabled: boolean): Promise<readonly string[]> {
    return this.session.run(async () =>
      this.session.control('alone', 'listTableNames', null, false, toBoolean(isEnabled, 'isEnabled')),
    );
  }

  /** The names of all tables of a namespace, including system tables. Rejects with NAMESPACE_NOT_FOUND. */
  listTableNamesByNamespace(namespace: string): Promise<readonly string[]> {
    return this.namespaced(namespace, () => this.session.control('alone', 'listTableNames', namespace, true));
  }

  /**
   * The descriptors of the tables of a namespace, in the order of `listTableNamesByNamespace`. Rejects with
   * NAMESPACE_NOT_FOUND.
   */
  listTableDescriptorsByNamespace(namespace: string): Promise<readonly TableDescriptor[]> {
    return this.namespaced(namespace, () => this.session.control('alone', 'listTableDescriptors', namespace, true));
  }

  /**
   * Takes a snapshot: keeps the table as it is now, under a name that is unique in the database. Nothing is copied. A
   * snapshot takes room only for files that the table no longer uses; `status().storeFiles.snapshots` counts them.
   *
   * With the type FLUSH, the memstores are flushed first, so the snapshot has every write that was acknowledged before.
   * With SKIPFLUSH it has only what is in store files. The snapshot of a disabled table is always DISABLED, and has all
   * its data. Rejects with INVALID_ARGUMENT for a name that no snapshot may have, and for a system table, with
   * SNAPSHOT_EXISTS, with SNAPSHOT_CREATION if there is no such table, and with QUOTA_EXCEEDED.
   *
   * @see S-60, S-61, N-9
   */
  snapshot(
    name: string,
    table: string,
    type: SnapshotType = 'FLUSH',
    properties: SnapshotProperties = {},
  ): Promise<void> {
    return this.call('change', 'snapshot', name, table, type, properties);
  }

  /**
   * The snapshots, by name; `pattern`: only those whose whole name it matches. Rejects with INVALID_ARGUMENT as
   * `listTableNames` does.
   */
  listSnapshots(pattern: TablePattern | null = null): Promise<readonly SnapshotDescription[]> {
    return this.session.run(async () => {
      const matches = pattern === null ? () => true : await wholeMatcher(pattern);
      return (await this.session.control('alone', 'listSnapshots')).filter(({ name }) => matches(name));
    });
  }

  /**
   * The snapshots of existing tables whose names `tablePattern` matches as in `listTableNames`, by name. `pattern`: only
   * those whose whole name it matches.
   */
  async listTableSnapshots(
    tablePattern: TablePattern,
    pattern: TablePattern | null = null,
  ): Promise<readonly SnapshotDescription[]> {
    const tables = await this.listTableNames(tablePattern);
    return (await this.listSnapshots(pattern)).filter(({ table }) => tables.includes(table));
  }

  /** Deletes a snapshot. Rejects with SNAPSHOT_DOES_NOT_EXIST. @see S-62 */
  deleteSnapshot(name: string): Promise<void> {
    return this.call('change', 'deleteSnapshots', [name], true);
  }

  /** Deletes the snapshots whose whole names `pattern` matches, all in one commit. @see S-62 */
  async deleteSnapshots(pattern: TablePattern): Promise<void> {
    await this.deleteListed(await this.listSnapshots(pattern));
  }

  /** Deletes the snapshots that `listTableSnapshots` lists, all in one commit. */
  async deleteTableSnapshots(tablePattern: TablePattern, pattern: TablePattern | null = null): Promise<void> {
    await this.deleteListed(await this.listTableSnapshots(tablePattern, pattern));
  }

  /**
   * Replaces the schema and the data of a disabled table with those of a snapshot; the table stays disabled. All of that is one commit, and what
   * was written since the snapshot is lost. If the table does not exist, it is created and enabled, as by
   * `cloneSnapshot`.
   *
   * First, a snapshot `hbase-failsafe-<name>-<time>` of the present table is taken, and deleted when the restore is done;
   * if it cannot be taken, for example because the device is full, the table is not changed. If the engine ends in
   * between, it stays for an hour. With `takeFailSafeSnapshot` false, none is taken. Default: the setting
   * `hbase.snapshot.restore.take.failsafe.snapshot`, true.
   *
   * A family that keeps its history keeps it from the restore on. Rejects with RESTORE_SNAPSHOT if there is no such
   * snapshot, with SNAPSHOT_TTL_EXPIRED, TABLE_NOT_DISABLED, and as `cloneSnapshot` does.
   *
   * @see S-63
   */
  restoreSnapshot(name: string, takeFailSafeSnapshot: boolean | null = null): Promise<void> {
    return this.call('change', 'restoreSnapshot', name, takeFailSafeSnapshot);
  }

  /**
   * Creates a table with the schema and the data of a snapshot, and enables it. Nothing is copied: the tables share the
   * files until compactions replace them, and are otherwise independent. Rejects with SNAPSHOT_DOES_NOT_EXIST,
   * SNAPSHOT_TTL_EXPIRED, NAMESPACE_NOT_FOUND, TABLE_EXISTS, and with QUOTA_EXCEEDED if the namespace is full.
   *
   * @see S-64
   */
  cloneSnapshot(name: string, table: string): Promise<void> {
    return this.call('change', 'cloneSnapshot', name, table);
  }

  /**
   * Whether a snapshot is complete: false while it is being taken. Rejects with UNKNOWN_SNAPSHOT if there is none of this
   * name. `snapshot` resolves only when it is complete.
   */
  isSnapshotFinished(name: string): Promise<boolean> {
    return this.call('alone', 'isSnapshotFinished', name);
  }

  /**
   * Switches the deletion of expired snapshots on or off for good; resolves to the old setting. It is on in a new
   * database, and then runs when the database is opened and every `hbase.master.cleaner.snapshot.interval`.
   *
   * @see S-65
   */
  snapshotCleanupSwitch(on: boolean): Promise<boolean> {
    return this.call('change', 'snapshotCleanupSwitch', on);
  }

  /** Whether expired snapshots are deleted. @see S-65 */
  isSnapshotCleanupEnabled(): Promise<boolean> {
    return this.call('alone', 'isSnapshotCleanupEnabled');
  }

  /** Creates a namespace. Rejects with NAMESPACE_EXIST, and as `modifyNamespace` does. @see N-12 */
  createNamespace(descriptor: NamespaceLike): Promise<void> {
    return this.call('change', 'createNamespace', descriptor);
  }

  /**
   * Replaces the configuration of a namespace, even of `default` and `hbase`. Rejects with NAMESPACE_NOT_FOUND, and for
   * a quota with INVALID_OPERATION if it is not a number, or with CONSTRAINT if it is less than one. Existing tables
   * are kept.
   *
   * @see N-15, N-18
   */
  modifyNamespace(descriptor: NamespaceLike): Promise<void> {
    return this.call('change', 'modifyNamespace', descriptor);
  }

  /**
   * Deletes a namespace. Rejects with NAMESPACE_NOT_FOUND, and with CONSTRAINT for `default`, `hbase` and a namespace
   * that contains tables.
   *
   * @see N-14
   */
  deleteNamespace(name: string): Promise<void> {
    return this.namespaced(name, () => this.session.control('change', 'deleteNamespace', name));
  }

  /** The descriptor of a namespace. Rejects with NAMESPACE_NOT_FOUND. @see N-13 */
  getNamespaceDescriptor(name: string): Promise<NamespaceDescriptor> {
    return this.namespaced(name, () => this.session.control('alone', 'getNamespaceDescriptor', name));
  }

  /** The names of all namespaces, in byte order; `default` and `hbase` are always among them. @see N-10 */
  listNamespaces(): Promise<readonly string[]> {
    return this.listNamespaceDescriptors().then((all) => all.map(({ name }) => name));
  }

  /** The descriptors of all namespaces, in the order of `listNamespaces`. */
  listNamespaceDescriptors(): Promise<readonly NamespaceDescriptor[]> {
    return this.call('alone', 'listNamespaceDescriptors');
  }

  /**
   * The descriptor of a table. Rejects with TABLE_NOT_FOUND, and with INVALID_OPERATION for one of HBase's own tables,
   * such as `hbase:meta`.
   */
  getDescriptor(name: string): Promise<TableDescriptor> {
    return this.call('alone', 'getDescriptor', name);
  }

  /**
   * Writes the memstores of a table to store files, and resolves when that is done. All families are flushed together,
   * even if one is named. Rejects with TABLE_NOT_FOUND, NO_SUCH_COLUMN_FAMILY or TABLE_NOT_ENABLED.
   *
   * @see S-51
   */
  flush(name: string, family: BytesLike | null = null, options: Pick<CallOptions, 'signal'> = {}): Promise<void> {
    return this.session.run(() => {
      checkOptions(options);
      const flushed = this.session.control('alone', 'flush', name, family === null ? null : toFamily(family));
      return this.session.abortable(flushed, options.signal);
    });
  }

  /**
   * Merges neighboring store files of a table, or of one family, into one, if the compaction policy selects any: at
   * least three files, none much larger than the others. Markers are kept as long as other files may contain cells that
   * they delete. The memstores are not flushed first. Resolves when the compaction has ended; does nothing for a
   * disabled table or while compactions are switched off. The engine runs such compactions automatically. Rejects with
   * TABLE_NOT_FOUND or NO_SUCH_COLUMN_FAMILY. HBase: `Admin.compact`.
   *
   * @see C-21, S-51
   */
  compact(name: string, family: BytesLike | null = null, options: CallOptions = {}): Promise<void> {
    return this.compaction(name, family, { major: false }, options);
  }

  /**
   * Flushes a table, then merges all store files of each family, or of one family, into one. This removes versions
   * beyond VERSIONS, expired cells, deleted cells and, unless the family keeps them, markers. Reads and writes continue
   * in the meantime. Resolves when it has finished; for a disabled table, resolves immediately.
   *
   * Rejects with TABLE_NOT_FOUND, NO_SUCH_COLUMN_FAMILY, QUOTA_EXCEEDED, and with INVALID_OPERATION if compactions are
   * switched off or a schema change of the table ended it. Families that are not finished by then, or when `signal`
   * ends the call, are unchanged. HBase: `Admin.majorCompact`.
   *
   * @see A-28, S-51
   */
  majorCompact(name: string, family: BytesLike | null = null, options: CallOptions = {}): Promise<void> {
    return this.compaction(name, family, { major: true }, options);
  }

  /**
   * Removes from the device everything in a table that reads no longer return: deleted cells, versions beyond VERSIONS,
   * and expired cells. Runs a major compaction, starts a new log segment, and waits until the replaced store files and
   * log segments are removed, which is 60 s later; `onProgress` reports first `cells`, then `seconds`. Reads and writes
   * continue in the meantime. Resolves when no store file of the table and no log segment contains such a value, to the
   * names of the snapshots and clones that may still contain one. A family with `KEEP_HISTORY` keeps deleted cells, which
   * reads can still return.
   *
   * Takes longer while a scanner reads a replaced file. Values that are written and deleted while it runs may remain. If
   * `signal` or the end of the connection ends the call, the files are removed later, as after any compaction.
   *
   * Rejects as `majorCompact` does, with TABLE_NOT_ENABLED for a disabled table, and with CORRUPTION if a damaged file
   * has to be kept, or a file is in quarantine (see `Connection.repair`).
   */
  erase(name: string, options: CallOptions = {}): Promise<EraseReport> {
    return this.session.run(() => {
      checkOptions(options);
      const start = async (token: string) => {
        const { report, seconds } = await this.session.control('alone', 'erase', name, token);
        return { result: report, total: seconds, unit: 'seconds' as const };
      };
      return runLongCall(this.session, start, options);
    });
  }

  /**
   * Whether compactions of a table are waiting or running, and of which kind. Rejects with TABLE_NOT_FOUND.
   *
   * @see S-53
   */
  getCompactionState(name: string): Promise<CompactionState> {
    return this.call('alone', 'getCompactionState', name);
  }

  /**
   * Switches all compactions of the database on or off until it is closed; resolves to the old value. While they
   * are off, none starts automatically, `compact` does nothing, `majorCompact` rejects, and a running compaction is
   * abandoned. HBase: `CompactSplit.switchCompaction`.
   */
  compactionSwitch(on: boolean): Promise<boolean> {
    return this.call('alone', 'compactionSwitch', on);
  }

  /**
   * The creation time, in milliseconds since 1970, of the table's oldest store file among those that a major compaction
   * wrote; 0 if there is none. Rejects with TABLE_NOT_FOUND.
   */
  getLastMajorCompactionTimestamp(name: string): Promise<number> {
    return this.call('alone', 'getLastMajorCompactionTimestamp', name);
  }

  /**
   * The state of a table in the engine, enabled or not: its memstores, and its store files with their sizes, rows and
   * timestamps. Rejects with TABLE_NOT_FOUND. HBase: `Admin.getRegionMetrics`.
   */
  getRegionMetrics(name: string): Promise<RegionMetrics> {
    return this.call('alone', 'getRegionMetrics', name);
  }

  private deleteListed(snapshots: readonly SnapshotDescription[]): Promise<void> {
    const names = snapshots.map(({ name }) => name);
    return this.call('change', 'deleteSnapshots', names, false);
  }

  private namespaced<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.session.run(async () => {
      if (typeof name !== 'string') throw notAllowed("a namespace's name", 'text', name);
      return work();
    });
  }

  private compaction(name: string, family: BytesLike | null, how: CompactHow, options: CallOptions): Promise<void> {
    return this.session.run(() => {
      checkOptions(options);
      const bytes = family === null ? null : toFamily(family);
      const start = async (token: string) => {
        const total = await this.session.control('alone', 'compact', name, bytes, { ...how, token });
        return { result: undefined, total, unit: 'cells' as const };
      };
      return runLongCall(this.session, start, options);
    });
  }

  private call<M extends keyof EngineMethods>(
    kind: ControlKind<M>,
    method: M,
    ...args: Parameters<EngineMethods[M]>
  ): Promise<ReturnType<EngineMethods[M]>> {
    return this.session.run(() => this.session.control(kind, method, ...args));
  }
}
