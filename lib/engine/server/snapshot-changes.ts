import { notAllowed } from '../../bytes/kind.js';
import { BigtabError, type ErrorCode, invalidArgument } from '../../errors.js';
import { oneOf, readLiteral, toBoolean, toCount } from '../../model/literal.js';
import { sanityCheck } from '../../model/schema/sanity-check.js';
import { setting } from '../../model/schema/settings.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import { checkSnapshotName, isSystemTable, normalizeTableName, parseTableName } from '../../model/schema/table-name.js';
import { SNAPSHOT_TYPES, type SnapshotProperties, type SnapshotType } from '../../model/snapshot-description.js';
import type { Answers, SchemaMethods } from '../../service/control-methods.js';
import type { SnapshotRecord, TableRecord } from '../../storage/catalog/catalog.js';
import type { IndexBuilds } from '../compaction/index-builds.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { Engine } from '../region/engine.js';
import { pathsOf } from '../region/named-files.js';
import type { Region } from '../region/region.js';
import type { MakeChange } from '../region/region-commit.js';
import type { SnapshotCleaner } from '../snapshot/snapshot-cleaner.js';
import { isExpired, snapshotOf, tableOf, withoutSnapshots } from '../snapshot/snapshot-record.js';
import { timeAfterAll } from './alter-table.js';
import { closeRegion, openRegion, tableRecord, tableState } from './find-table.js';
import type { Namespaces } from './namespaces.js';
import type { SchemaCommits } from './schema-commits.js';
import type { SchemaReports } from './schema-reports.js';

/** A fail-safe snapshot that is left because the engine ended during a restore expires after this time, in seconds. */
const FAIL_SAFE_TTL = 3_600;

export interface SnapshotParts {
  readonly engine: Engine;
  readonly maintenance: Maintenance;
  readonly namespaces: Namespaces;
  readonly commits: SchemaCommits;
  readonly reports: SchemaReports;
  readonly snapshotCleaner: Pick<SnapshotCleaner, 'isEnabled'>;
  readonly indexes: Pick<IndexBuilds, 'consider' | 'refresh'>;
}

type SnapshotMethods = Pick<
  SchemaMethods,
  'snapshot' | 'deleteSnapshots' | 'restoreSnapshot' | 'cloneSnapshot' | 'snapshotCleanupSwitch'
>;

/** How a snapshot is taken. */
interface Taking {
  readonly name: string;
  readonly type: SnapshotType;
  readonly ttl: number;
  readonly maxFileSize: number | null;
}

/** The calls of Admin that take, use and delete snapshots. REQUIRES that schema changes run one after the other. */
export class SnapshotChanges {
  readonly methods: Answers<SnapshotMethods>;
  readonly #parts: SnapshotParts;
  readonly #engine: Engine;
  /** The name of the snapshot that is being taken. */
  #taking: string | null = null;

  constructor(parts: SnapshotParts) {
    this.#parts = parts;
    this.#engine = parts.engine;
    this.methods = {
      snapshot: (name, table, type, properties) => this.#snapshot(name, table, type, properties),
      deleteSnapshots: (names, required) => this.#delete(names, required),
      restoreSnapshot: (name, takeFailSafe) => this.#restore(name, takeFailSafe),
      cloneSnapshot: (name, table) => this.#clone(name, normalizeTableName(table)),
      snapshotCleanupSwitch: (on) => this.#switchCleanup(toBoolean(on, 'a switch')),
    };
  }

  /** Throws UNKNOWN_SNAPSHOT for one that neither exists nor is being taken. */
  isFinished(name: string): boolean {
    if (this.#engine.commit.snapshotNamed(name) !== undefined) return true;
    if (this.#taking === name) return false;
    throw failure('UNKNOWN_SNAPSHOT', `Snapshot '${name}' does not exist, and is not being taken`, name);
  }

  /** Checks in the order of S-61: names, then the snapshot, then the table. */
  async #snapshot(name: string, table: string, type: SnapshotType, properties: SnapshotProperties): Promise<void> {
    checkSnapshotName(name);
    if (isSystemTable(parseTableName(table))) throw invalidArgument('System table snapshots are not allowed');
    const taking = this.#read(name, type, properties);
    if (this.#engine.commit.snapshotNamed(name) !== undefined)
      throw failure('SNAPSHOT_EXISTS', `Snapshot '${name}' already exists`, name);
    const region = this.#engine.regions.get(normalizeTableName(table));
    if (region === undefined)
      throw failure('SNAPSHOT_CREATION', `Table '${table}' does not exist, so no snapshot of it can be taken`, name);
    this.#taking = name;
    try {
      const change = await this.#take(region, taking);
      await this.#parts.commits.commit(change);
    } finally {
      this.#taking = null;
    }
  }

  #read(name: string, type: SnapshotType, properties: SnapshotProperties): Taking {
    oneOf(type, SNAPSHOT_TYPES, 'the type of a snapshot');
    const literal = readLiteral<SnapshotProperties>(properties, 'set of snapshot properties', ['TTL', 'MAX_FILESIZE']);
    const { TTL = 0, MAX_FILESIZE = 0 } = literal;
    const ttl = toCount(TTL, 'TTL of a snapshot', Number.MAX_SAFE_INTEGER);
    const maxFileSize = toCount(MAX_FILESIZE, 'MAX_FILESIZE of a snapshot', Number.MAX_SAFE_INTEGER);
    const defaultTtl = setting('hbase.master.snapshot.ttl', [this.#engine.site]);
    return { name, type, ttl: ttl || defaultTtl, maxFileSize: maxFileSize || null };
  }

  /** Flushes the table as the type of the snapshot requires. Returns the change that adds the snapshot. */
  async #take(region: Region, { name, type: asked, ttl, maxFileSize }: Taking): Promise<MakeChange> {
    const ofEnabled = asked === 'DISABLED' ? 'FLUSH' : asked;
    const type: SnapshotType = region.state === 'DISABLED' ? 'DISABLED' : ofEnabled;
    // Disabling may have left edits in the log.
    if (type !== 'SKIPFLUSH') await this.#parts.maintenance.flush(region);
    return ({ database: { version } }) => {
      const historySince = type === 'SKIPFLUSH' && region.hasUnflushed ? timeAfterAll(this.#engine) : null;
      const createdAt = this.#engine.clock.now();
      const identity = { name, type, ttl, maxFileSize, historySince, createdAt, ...(version && { version }) };
      return { putSnapshots: [snapshotOf(tableRecord(this.#engine, region), identity)] };
    };
  }

  async #delete(names: readonly string[], required: boolean): Promise<void> {
    if (!Array.isArray(names)) throw notAllowed('snapshots to delete', 'a list of names', names);
    const missing = names.find((name) => this.#engine.commit.snapshotNamed(name) === undefined);
    if (required && missing !== undefined) throw doesNotExist(missing);
    await this.#parts.commits.commit(({ snapshots = [] }) =>
      withoutSnapshots(snapshots.filter(({ name }) => names.includes(name))),
    );
  }

  /** Checks in the order of S-64: the snapshot, its time to live, the namespace, the table, the quota. */
  async #clone(name: string, table: string): Promise<void> {
    const { namespaces } = this.#parts;
    const snapshot = this.#usable(name, doesNotExist);
    namespaces.get(parseTableName(table).namespace);
    if (tableState(this.#engine, table) !== undefined)
      throw new BigtabError('TABLE_EXISTS', `Table '${table}' exists`, { details: { table } });
    namespaces.checkRoom([table]);
    await this.#make(snapshot, table, 'ENABLED');
    this.#parts.reports.changed(table, 'create');
  }

  /** Replaces a disabled table by one with the content of the snapshot, or creates a table that does not exist (S-63). */
  async #restore(name: string, takeFailSafe: boolean | null): Promise<void> {
    const fallback = setting('hbase.snapshot.restore.take.failsafe.snapshot', [this.#engine.site]);
    const isSafe = takeFailSafe === null ? fallback : toBoolean(takeFailSafe, 'takeFailSafeSnapshot');
    const snapshot = this.#usable(name, unknownTable);
    const table = snapshot.table.name;
    const region = this.#engine.regions.get(table);
    if (region === undefined) return this.#clone(name, table);
    if (region.state !== 'DISABLED')
      throw new BigtabError('TABLE_NOT_DISABLED', `Table '${table}' is enabled; disable it first`, {
        details: { table },
      });
    const failSafe = isSafe ? await this.#takeFailSafe(name, region) : null;
    try {
      await this.#make(snapshot, table, 'DISABLED', region, failSafe);
    } catch (error) {
      // A restore that fails has changed nothing.
      if (failSafe !== null) await this.#forget(failSafe).catch(this.#engine.onError);
      throw error;
    }
    this.#parts.maintenance.log.request();
    this.#parts.reports.changed(table, 'restore');
  }

  /** Takes the snapshot with which a restore begins, and returns its name. */
  async #takeFailSafe(snapshot: string, region: Region): Promise<string> {
    const name = `hbase-failsafe-${snapshot}-${this.#engine.clock.now()}`;
    const change = await this.#take(region, { name, type: 'DISABLED', ttl: FAIL_SAFE_TTL, maxFileSize: null });
    await this.#engine.commit.commit(change);
    return name;
  }

  #forget(failSafe: string): Promise<void> {
    return this.#engine.commit.commit(({ snapshots = [] }) =>
      withoutSnapshots(snapshots.filter(({ name }) => name === failSafe)),
    );
  }

  /** Makes a table of the snapshot, in the place of `old` if it is given. One commit. */
  async #make(
    snapshot: SnapshotRecord,
    name: string,
    state: TableRecord['state'],
    old: Region | null = null,
    failSafe: string | null = null,
  ): Promise<void> {
    const { commits, maintenance, indexes } = this.#parts;
    const { clock, commit, group, rowClock, site } = this.#engine;
    sanityCheck(snapshot.table.descriptor as TableDescriptor, site);
    const run = (): Promise<void> =>
      commits.commit(
        ({ database, snapshots = [] }) => {
          const id = database.nextTableId;
          const historySince = old === null ? null : timeAfterAll(this.#engine);
          const { lastSequenceId } = group;
          const made = { id, name, state, lastSequenceId, now: clock.now(), historySince };
          const put = [tableOf(commit.snapshotNamed(snapshot.name) ?? snapshot, made)];
          if (old === null) return { put, nextTableId: id + 1 };
          const { removeSnapshots, obsolete } = withoutSnapshots(snapshots.filter((taken) => taken.name === failSafe));
          const paths = [...pathsOf(tableRecord(this.#engine, old)), ...obsolete];
          return { put, remove: [old.id], nextTableId: id + 1, obsolete: paths, removeSnapshots };
        },
        () => {
          if (old !== null) closeRegion(this.#engine, old);
          openRegion(this.#engine, name);
          // The rows have timestamps that were given under another table's id.
          rowClock.doubt();
        },
      );
    await (old === null ? run() : maintenance.exclusive(old, run));
    const region = this.#engine.regions.get(name);
    if (region !== undefined) await indexes.refresh(region);
    indexes.consider();
  }

  async #switchCleanup(snapshotCleanup: boolean): Promise<boolean> {
    const before = this.#parts.snapshotCleaner.isEnabled;
    await this.#parts.commits.commit(() => ({ snapshotCleanup }), undefined, before);
    return before;
  }

  /** The snapshot, if it may be cloned and restored. */
  #usable(name: string, missing: (name: string) => BigtabError): SnapshotRecord {
    const snapshot = this.#engine.commit.snapshotNamed(name);
    if (snapshot === undefined) throw missing(name);
    if (!isExpired(snapshot, this.#engine.clock.now())) return snapshot;
    throw failure('SNAPSHOT_TTL_EXPIRED', `The time to live of snapshot '${name}', ${snapshot.ttl} s, is over`, name);
  }
}

function doesNotExist(name: string): BigtabError {
  return failure('SNAPSHOT_DOES_NOT_EXIST', `Snapshot '${name}' does not exist`, name);
}

function unknownTable(name: string): BigtabError {
  return failure('RESTORE_SNAPSHOT', `Snapshot '${name}' does not exist, so its table is not known`, name);
}

function failure(code: ErrorCode, message: string, snapshot: string): BigtabError {
  return new BigtabError(code, message, { details: { snapshot } });
}
