import { notAllowed } from '../bytes/kind.js';
import { toFamily } from '../model/arguments.js';
import type { BytesLike } from '../model/bytes-like.js';
import type { FamilyLike } from '../model/family-descriptor.js';
import { toBoolean } from '../model/literal.js';
import type { NamespaceDescriptor, NamespaceLike } from '../model/namespace-descriptor.js';
import type { CompactionState } from '../model/status-report.js';
import type { TableDescriptor, TableLike } from '../model/table-descriptor.js';
import type { CompactHow, EngineMethods } from '../service/control-methods.js';
import type { RegionMetrics } from '../service/region-metrics.js';
import { type CallOptions, checkOptions } from './calls/call-options.js';
import { runCompaction } from './calls/run-compaction.js';
import type { ControlKind, Session } from './calls/session.js';
import { checkSplitKeys, splitKeysBetween } from './split-keys.js';
import { type TablePattern, tableMatcher } from './table-pattern.js';

/** Creates, changes and describes tables. HBase: `Admin`. */
export class Admin {
  private readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /**
   * Creates a table, enabled. Rejects with TABLE_EXISTS when there is one, NAMESPACE_NOT_FOUND, INVALID_OPERATION for
   * attributes that no table may have, QUOTA_EXCEEDED when its namespace is full.
   *
   * Split keys are checked as HBase does, else INVALID_ARGUMENT, and have no effect: a table is one region. They, and
   * other attributes without effect, are named by a `warning` event. ENCRYPTION and ENCRYPTION_KEY of a family are
   * refused with INVALID_OPERATION.
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
      checkSplitKeys(keys);
      return this.session.control('change', 'createTable', descriptor, keys !== null && keys.length > 0);
    });
  }

  /**
   * Gives a table, enabled or not, this whole descriptor; what it leaves out gets its default, and families that it
   * lacks are dropped with their data. What is in memory is flushed first, under the old attributes; reads go by the
   * new ones at once. Rejects with INVALID_OPERATION for attributes that no table may have, TABLE_NOT_FOUND. With
   * `reopenRegions` false, also with HBASE_IO for what would need that in HBase: other families, REGION_REPLICATION.
   *
   * @see S-35, C-9, S-37, S-38
   */
  modifyTable(descriptor: TableLike, reopenRegions = true): Promise<void> {
    return this.call('change', 'modifyTable', descriptor, reopenRegions);
  }

  /**
   * Adds a family, empty, also when there was one of its name before. Rejects with TABLE_NOT_FOUND,
   * INVALID_FAMILY_OPERATION when the table has it, INVALID_OPERATION.
   *
   * @see S-36
   */
  addColumnFamily(table: string, family: FamilyLike): Promise<void> {
    return this.call('change', 'addColumnFamily', table, family);
  }

  /**
   * Gives a family these attributes and no others: what is left out gets its default. As `modifyTable`. Rejects with
   * TABLE_NOT_FOUND, INVALID_FAMILY_OPERATION when the table lacks it, INVALID_OPERATION.
   *
   * @see S-36
   */
  modifyColumnFamily(table: string, family: FamilyLike): Promise<void> {
    return this.call('change', 'modifyColumnFamily', table, family);
  }

  /**
   * Drops a family with its data. Rejects with TABLE_NOT_FOUND, and with INVALID_FAMILY_OPERATION when the table lacks
   * it or has no other.
   *
   * @see S-36
   */
  deleteColumnFamily(table: string, family: BytesLike): Promise<void> {
    return this.session.run(() => this.session.control('change', 'deleteColumnFamily', table, toFamily(family)));
  }

  /** Drops a disabled table with its data. Rejects with TABLE_NOT_FOUND, TABLE_NOT_DISABLED. @see S-32 */
  deleteTable(name: string): Promise<void> {
    return this.call('change', 'deleteTable', name);
  }

  /** Drops the data of a disabled table and enables it. Rejects with TABLE_NOT_FOUND, TABLE_NOT_DISABLED. @see S-34 */
  truncateTable(name: string): Promise<void> {
    return this.call('change', 'truncateTable', name);
  }

  /** Rejects with TABLE_NOT_FOUND, and with TABLE_NOT_DISABLED when the table is enabled already. @see S-33 */
  enableTable(name: string): Promise<void> {
    return this.call('change', 'enableTable', name);
  }

  /** Refuses reads and writes from now on. Rejects with TABLE_NOT_FOUND, TABLE_NOT_ENABLED. @see S-33 */
  disableTable(name: string): Promise<void> {
    return this.call('change', 'disableTable', name);
  }

  /**
   * Creates a table, enabled and empty, with the schema of another. Rejects with TABLE_NOT_FOUND, and as `createTable`.
   *
   * @see S-39
   */
  cloneTableSchema(name: string, newName: string): Promise<void> {
    return this.call('change', 'cloneTableSchema', name, newName);
  }

  /** Whether there is a table of this name, enabled or not. @see S-53 */
  tableExists(name: string): Promise<boolean> {
    return this.call('alone', 'tableExists', name);
  }

  /** Rejects with TABLE_NOT_FOUND. @see S-53 */
  isTableEnabled(name: string): Promise<boolean> {
    return this.call('alone', 'isTableEnabled', name);
  }

  /** Rejects with TABLE_NOT_FOUND. @see S-53 */
  isTableDisabled(name: string): Promise<boolean> {
    return this.call('alone', 'isTableDisabled', name);
  }

  /** Whether there is a table of this name and it is enabled. @see S-53 */
  isTableAvailable(name: string): Promise<boolean> {
    return this.call('alone', 'isTableAvailable', name);
  }

  /**
   * Names of tables in byte order of `namespace:qualifier`, `default:` written out. `pattern`: only those whose whole
   * name it matches; a table of `default` also by `default:t`. System tables, those of the namespaces `hbase` and
   * `backup`, only on request. Rejects with INVALID_ARGUMENT for text that is not a regular expression, or one that
   * Bigtab does not support.
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

  /** As `listTableNames`. HBase's own tables, such as `hbase:meta`, have no descriptor here. @see S-50 */
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

  /** Names of the enabled tables, or of the disabled ones, in the order of `listTableNames`, without system tables. */
  listTableNamesByState(isEnabled: boolean): Promise<readonly string[]> {
    return this.session.run(async () =>
      this.session.control('alone', 'listTableNames', null, false, toBoolean(isEnabled, 'isEnabled')),
    );
  }

  /** Names of the tables of a namespace, system tables too. Rejects with NAMESPACE_NOT_FOUND. */
  listTableNamesByNamespace(namespace: string): Promise<readonly string[]> {
    return this.namespaced(namespace, () => this.session.control('alone', 'listTableNames', namespace, true));
  }

  /** In the order of `listTableNamesByNamespace`. Rejects with NAMESPACE_NOT_FOUND. */
  listTableDescriptorsByNamespace(namespace: string): Promise<readonly TableDescriptor[]> {
    return this.namespaced(namespace, () => this.session.control('alone', 'listTableDescriptors', namespace, true));
  }

  /** Rejects with NAMESPACE_EXIST, and as `modifyNamespace`. @see N-12 */
  createNamespace(descriptor: NamespaceLike): Promise<void> {
    return this.call('change', 'createNamespace', descriptor);
  }

  /**
   * Gives a namespace this configuration and no other; `default` and `hbase` too. Rejects with NAMESPACE_NOT_FOUND, and
   * for a quota with INVALID_OPERATION when it is no number, CONSTRAINT when it is less than one. Tables that are there
   * stay.
   *
   * @see N-15, N-18
   */
  modifyNamespace(descriptor: NamespaceLike): Promise<void> {
    return this.call('change', 'modifyNamespace', descriptor);
  }

  /**
   * Rejects with NAMESPACE_NOT_FOUND, and with CONSTRAINT for `default`, `hbase` and a namespace that has tables.
   *
   * @see N-14
   */
  deleteNamespace(name: string): Promise<void> {
    return this.namespaced(name, () => this.session.control('change', 'deleteNamespace', name));
  }

  /** Rejects with NAMESPACE_NOT_FOUND. @see N-13 */
  getNamespaceDescriptor(name: string): Promise<NamespaceDescriptor> {
    return this.namespaced(name, () => this.session.control('alone', 'getNamespaceDescriptor', name));
  }

  /** In byte order; `default` and `hbase` are always among them. @see N-10 */
  listNamespaces(): Promise<readonly string[]> {
    return this.listNamespaceDescriptors().then((all) => all.map(({ name }) => name));
  }

  /** In the order of `listNamespaces`. */
  listNamespaceDescriptors(): Promise<readonly NamespaceDescriptor[]> {
    return this.call('alone', 'listNamespaceDescriptors');
  }

  /** Rejects with TABLE_NOT_FOUND, and with INVALID_OPERATION for a table of HBase's own, such as `hbase:meta`. */
  getDescriptor(name: string): Promise<TableDescriptor> {
    return this.call('alone', 'getDescriptor', name);
  }

  /**
   * Writes what is in memory of a table into store files; resolves when that is done. All families are flushed
   * together, also when one is named. Rejects with TABLE_NOT_FOUND, NO_SUCH_COLUMN_FAMILY, TABLE_NOT_ENABLED.
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
   * Rewrites neighbouring store files of a table, or of one family, into one, where the policy finds that worth while:
   * at least three files, none much larger than the others. Markers are kept as long as other files may hold what they
   * delete. Memory is not flushed first. Resolves when it has ended, with nothing done for a disabled table and while
   * compactions are switched off. The engine does the same by itself. Rejects with TABLE_NOT_FOUND,
   * NO_SUCH_COLUMN_FAMILY. HBase: `Admin.compact`.
   *
   * @see C-21, S-51
   */
  compact(name: string, family: BytesLike | null = null, options: CallOptions = {}): Promise<void> {
    return this.compaction(name, family, { major: false }, options);
  }

  /**
   * Flushes a table, then rewrites all store files of each family, or of one, into one: versions beyond VERSIONS,
   * expired cells, deleted cells and, unless their family keeps them, markers are gone then. Reads and writes go on
   * meanwhile. Resolves when it is finished, at once for a disabled table.
   *
   * Rejects with TABLE_NOT_FOUND, NO_SUCH_COLUMN_FAMILY, QUOTA_EXCEEDED, and with INVALID_OPERATION when compactions
   * are switched off, or a schema change of the table ended it. A family that was not finished then, or when `signal`
   * ends the call, is as it was. HBase:
   * `Admin.majorCompact`.
   *
   * @see A-28, S-51
   */
  majorCompact(name: string, family: BytesLike | null = null, options: CallOptions = {}): Promise<void> {
    return this.compaction(name, family, { major: true, flush: true }, options);
  }

  /** Whether compactions of a table wait or run, and of which kind. Rejects with TABLE_NOT_FOUND. @see S-53 */
  getCompactionState(name: string): Promise<CompactionState> {
    return this.call('alone', 'getCompactionState', name);
  }

  /**
   * Switches compactions of the whole database on or off until it is closed; resolves to what it was before. Off, none
   * starts by itself,
   * `compact` does nothing, `majorCompact` rejects, and one that runs is given up. HBase: `CompactSplit.switchCompaction`.
   */
  compactionSwitch(on: boolean): Promise<boolean> {
    return this.call('alone', 'compactionSwitch', on);
  }

  /**
   * When the oldest store file was made that a major compaction of the table made, in milliseconds since 1970; 0 when
   * there is none. Rejects with TABLE_NOT_FOUND.
   */
  getLastMajorCompactionTimestamp(name: string): Promise<number> {
    return this.call('alone', 'getLastMajorCompactionTimestamp', name);
  }

  /**
   * What the engine holds of a table, enabled or not: its memstores, and its store files with their sizes, rows and
   * times. Rejects with TABLE_NOT_FOUND. HBase: `Admin.getRegionMetrics`.
   */
  getRegionMetrics(name: string): Promise<RegionMetrics> {
    return this.call('alone', 'getRegionMetrics', name);
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
      return runCompaction(this.session, name, family === null ? null : toFamily(family), how, options);
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
