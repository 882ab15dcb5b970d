import { toBytesBinary } from '../../bytes/text.js';
import type { Erased } from '../../model/erase-report.js';
import { toBoolean } from '../../model/literal.js';
import { indexLiterals } from '../../model/schema/index-descriptor.js';
import { compareTableNames, isSystemTable, normalizeTableName, parseTableName } from '../../model/schema/table-name.js';
import type { StatusReport } from '../../model/status-report.js';
import { toTimestamp } from '../../model/timestamp.js';
import { NO_CONNECTION } from '../../service/client-service.js';
import {
  type Answers,
  type AnswersByName,
  answerControl,
  type CompactHow,
  type ControlRequest,
  type EngineMethods,
  type ExportedSchema,
  type ExportOrder,
  type SchemaMethods,
} from '../../service/control-methods.js';
import type { EngineEvent } from '../../service/engine-event.js';
import { encodeExportBatch } from '../../service/export-codec.js';
import type { TableRecord } from '../../storage/catalog/catalog.js';
import { Exports } from '../backup/exports.js';
import { type EraseParts, eraseTable } from '../compaction/erase-table.js';
import type { FullDevice } from '../compaction/full-device.js';
import type { IndexBuilds } from '../compaction/index-builds.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { Engine } from '../region/engine.js';
import { visibleRegions } from '../region/hidden-tables.js';
import { pathsOf } from '../region/named-files.js';
import type { Region } from '../region/region.js';
import { type RepairParts, repairDatabase } from '../repair/repair-database.js';
import { holdersOf } from '../snapshot/held-values.js';
import type { SnapshotCleaner } from '../snapshot/snapshot-cleaner.js';
import { descriptionOf } from '../snapshot/snapshot-record.js';
import { verifyDatabase } from '../verify/verify-database.js';
import type { Watches } from '../watch/watches.js';
import { catalogTables } from './catalog-tables.js';
import { countRows } from './count-rows.js';
import { ExplainCalls } from './explain-calls.js';
import { findTable, tableRecord, tableState } from './find-table.js';
import { Imports } from './imports.js';
import { LongCalls } from './long-calls.js';
import { Namespaces } from './namespaces.js';
import type { Origin } from './origin.js';
import { makeRegionMetrics } from './region-metrics.js';
import { enabledRegion, noRegion } from './requests.js';
import { SchemaChanges } from './schema-changes.js';
import { type Caller, SchemaCommits } from './schema-commits.js';
import { Upgrades } from './upgrades.js';

/** The methods for which it matters who calls them. */
type CallerMethods = Pick<
  EngineMethods,
  'beginUpgrade' | 'continueUpgrade' | 'upgraderAway' | 'beginExport' | 'setTime'
>;

export interface AdminParts extends EraseParts, RepairParts {
  readonly device: Pick<FullDevice, 'makeRoom'>;
  readonly status: () => Promise<StatusReport>;
  /** Notifies the listeners of the database, if it has any. */
  readonly emit: (event: EngineEvent) => void;
  readonly watches: Pick<Watches, 'schemaChanged'>;
  readonly origin: Origin;
  readonly snapshotCleaner: Pick<SnapshotCleaner, 'isEnabled'>;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly indexes: IndexBuilds;
}

/** Answers the control methods of the engine. */
export class AdminServiceImpl {
  readonly #parts: AdminParts;
  readonly #engine: Engine;
  readonly #maintenance: Maintenance;
  readonly #calls = new LongCalls();
  readonly #explains: ExplainCalls;
  readonly #namespaces: Namespaces;
  readonly #changes: SchemaChanges;
  /** Those of the database's users. */
  readonly upgrades: Upgrades;
  readonly exports: Exports;
  readonly #imports: Imports;
  readonly #methods: AnswersByName;

  constructor(parts: AdminParts) {
    const { engine, maintenance, device, status, emit, watches, origin, snapshotCleaner, indexes } = parts;
    this.#parts = parts;
    this.#engine = engine;
    this.#maintenance = maintenance;
    this.#explains = new ExplainCalls(engine);
    const commits = new SchemaCommits(engine);
    const namespaces = new Namespaces(engine, commits);
    const upgrades = new Upgrades(engine, commits, maintenance);
    this.#namespaces = namespaces;
    this.upgrades = upgrades;
    this.exports = new Exports(engine, maintenance, parts.random);
    const imports = new Imports(engine, maintenance, namespaces, commits);
    this.#imports = imports;
    this.#changes = new SchemaChanges({
      ...{
        engine,
        maintenance,
        namespaces,
        upgrades,
        imports,
        commits,
        device,
        emit,
        watches,
        snapshotCleaner,
        indexes,
      },
    });
    indexes.dropFailed = (...failed) => this.#changes.dropFailedIndex(...failed);
    this.#methods = {
      tableExists: (table) => this.#state(table) !== undefined,
      isTableEnabled: (table) => this.#knownState(table) === 'ENABLED',
      isTableDisabled: (table) => this.#knownState(table) === 'DISABLED',
      isTableAvailable: (table) => this.#state(table) === 'ENABLED',
      listTableNames: (namespace, system, enabled) => this.#list(namespace, system, enabled),
      listTableDescriptors: (namespace, system) =>
        this.#list(namespace, system).flatMap((name) => engine.regions.get(name)?.descriptor ?? []),
      getNamespaceDescriptor: (name) => namespaces.get(name),
      listNamespaceDescriptors: () => namespaces.all,
      listSnapshots: () => engine.commit.snapshots.map((snapshot) => descriptionOf(snapshot, engine.clock.now())),
      isSnapshotFinished: (name) => this.#changes.snapshots.isFinished(name),
      isSnapshotCleanupEnabled: () => snapshotCleaner.isEnabled,
      getDescriptor: (table) => this.#region(table).descriptor,
      regionStarts: (table) => {
        this.#region(table);
        return [''];
      },
      flush: (table, family) => this.#flush(table, family),
      compact: (table, family, how) => this.#compact(table, family, how),
      erase: (table, token) => this.#erase(table, token),
      verify: (token) => this.#calls.run(token, (call) => verifyDatabase(parts, call)),
      repair: (release, token) =>
        this.#calls.run(token, (call) => repairDatabase(parts, toBoolean(release, 'release'), call)),
      exportBatch: async (name, number) => encodeExportBatch(await this.exports.batch(name, number)),
      renewExport: (name) => this.exports.renew(name),
      endExport: (name) => this.exports.end(name),
      renewImport: (name) => imports.renew(name),
      buildIndexes: (table, names, token) =>
        this.#calls.run(token, async (call) => {
          const onProgress = (done: number, total: number) => call.advance(done, total, 'cells');
          await indexes.wait(this.#region(table), names, onProgress, call.aborted);
          return call.progress.total;
        }),
      count: (request, token) => this.#calls.run(token, (call) => countRows(engine, toBytesBinary(request), call)),
      listIndexes: (table) =>
        this.#region(table).indexes.map(({ descriptor, complete }) => ({ ...descriptor, complete })),
      progressOf: (token, seen) => this.#calls.progress(token, seen),
      endCall: (token) => this.#calls.end(token),
      getCompactionState: (table) => maintenance.compactions.stateOf(this.#region(table)),
      compactionSwitch: (on) => maintenance.compactions.switch(toBoolean(on, 'a switch')),
      getLastMajorCompactionTimestamp: async (table) => {
        await engine.openFiles.read(this.#region(table));
        return lastMajorCompaction(this.#region(table));
      },
      getRegionMetrics: async (table) => {
        await engine.openFiles.read(this.#region(table));
        // The table may have been dropped meanwhile.
        const region = this.#region(table);
        return makeRegionMetrics(region, tableRecord(engine, region), maintenance.compactions.stateOf(region));
      },
      explain: (kind, request, options) => this.#explains.explain(kind, request, options),
      flushLog: () => engine.wal.flush(),
      status,
      originInDoubt: () => origin.inDoubt,
      settleOrigin: (existed) => origin.settle(existed),
    } satisfies Answers<Omit<EngineMethods, keyof SchemaMethods | keyof CallerMethods>>;
  }

  /** Whether later packets of a connection must wait for this method. */
  changesSchema(method: string): boolean {
    return this.#changes.has(method);
  }

  call(request: ControlRequest, caller: Caller): Promise<unknown> {
    if (this.changesSchema(request.method)) return this.#changes.run(request, caller);
    const { connection } = caller;
    const ofCaller = {
      beginUpgrade: (version) => this.upgrades.begin(connection, version),
      continueUpgrade: (from, version) => this.upgrades.goOn(connection, from, version),
      upgraderAway: (owner) => this.upgrades.away(owner),
      beginExport: (name, order) => this.#beginExport(name, connection, order),
      ...(connection === NO_CONNECTION && { setTime: this.#setTime }),
    } satisfies Answers<Omit<CallerMethods, 'setTime'>> & Partial<Answers<CallerMethods>>;
    return answerControl({ ...this.#methods, ...ofCaller }, request);
  }

  /** The connection has ended: what it has begun and not ended ends. */
  ended(connection: string): void {
    this.upgrades.ended(connection);
    this.exports.endOf(connection);
    this.#changes.endImports(connection);
  }

  /** Ends the long calls that run; each rejects. */
  endCalls(): void {
    this.upgrades.stop();
    this.#calls.endAll();
    this.exports.endAll();
    this.#imports.stop();
  }

  /**
   * Ends the reads that `explain` runs, permanently; resolves when the long calls that were ended, and the schema changes
   * that were requested so far, have ended.
   */
  async stop(): Promise<void> {
    await this.#explains.stop();
    await this.#calls.settled();
    await this.#changes.settled();
  }

  /** No connection may call it: it is for the kit of a test. */
  readonly #setTime = (when: number | null): void =>
    this.#engine.dataClock.set(when === null ? null : toTimestamp(when));

  async #flush(table: string, family: string | null): Promise<void> {
    const region = enabledRegion(this.#engine, normalizeTableName(table));
    familyIdOf(region, family);
    // The table may have been dropped while the flush waited.
    if (!(await this.#maintenance.flush(region))) findTable(this.#engine, region.name);
  }

  async #beginExport(name: string, connection: string, order: ExportOrder): Promise<ExportedSchema> {
    const { tables, appVersion } = await this.exports.begin(name, connection, order, (names) =>
      (names ?? this.#names.sort(compareTableNames)).map((table) => findTable(this.#engine, table)),
    );
    const used = new Set(tables.map(({ descriptor }) => parseTableName(descriptor.name).namespace));
    const all = order.tables == null && order.snapshot == null;
    return {
      appVersion,
      namespaces: this.#namespaces.made.filter((namespace) => all || used.has(namespace.name)),
      tables: tables.map(({ descriptor, indexes, state, after }) => ({
        descriptor,
        indexes: indexLiterals(indexes),
        disabled: state === 'DISABLED',
        increment: after > 0,
      })),
    };
  }

  /** Does nothing for a disabled table (S-51). */
  async #compact(table: string, family: string | null, how: CompactHow): Promise<number> {
    const region = this.#region(table);
    if (region.state !== 'ENABLED') return 0;
    const { major, token = null } = how;
    const familyId = familyIdOf(region, family);
    return this.#calls.run(token, async (call) => {
      const order = {
        region,
        familyId,
        major,
        ...(major ? { prepare: () => this.#maintenance.flush(region) } : {}),
        onProgress: (done: number, total: number) => call.advance(done, total, 'cells'),
      };
      await this.#maintenance.compactions.order(order, call.aborted);
      if (major) this.#maintenance.log.request();
      return call.progress.total;
    });
  }

  async #erase(table: string, token: string): Promise<Erased> {
    const { commit } = this.#engine;
    const region = enabledRegion(this.#engine, normalizeTableName(table));
    const before = new Set(pathsOf(tableRecord(this.#engine, region)));
    return this.#calls.run(token, async (call) => {
      const seconds = await eraseTable(this.#parts, region, call);
      const record = commit.table(region.id);
      // It may have been dropped meanwhile.
      const report = record === undefined ? { snapshots: [], tables: [] } : holdersOf(commit.image, record, before);
      return { report, seconds };
    });
  }

  #region(table: string): Region {
    return findTable(this.#engine, normalizeTableName(table));
  }

  /** Undefined if there is no such table. */
  #state(table: string): TableRecord['state'] | undefined {
    return tableState(this.#engine, normalizeTableName(table));
  }

  /** Throws TABLE_NOT_FOUND. */
  #knownState(table: string): TableRecord['state'] {
    const state = this.#state(table);
    if (state === undefined) throw noRegion(this.#engine, normalizeTableName(table));
    return state;
  }

  /** The names of the tables that exist for users. */
  get #names(): string[] {
    return visibleRegions(this.#engine.regions).map(({ name }) => name);
  }

  /**
   * The tables in the order of `namespace:qualifier` with `default:` written out (N-11, S-50). Throws
   * NAMESPACE_NOT_FOUND.
   */
  #list(namespace: string | null, system: boolean, enabled?: boolean): string[] {
    if (namespace !== null) this.#namespaces.get(namespace);
    const names = [...this.#names, ...catalogTables(this.#engine.site)].filter((name) => {
      const table = parseTableName(name);
      if (namespace === null ? isSystemTable(table) && !system : table.namespace !== namespace) return false;
      return enabled === undefined || enabled === (tableState(this.#engine, name) === 'ENABLED');
    });
    return names.sort(compareTableNames);
  }
}

/** Checks a family; null means all families. Throws NO_SUCH_COLUMN_FAMILY for one that the table lacks (S-51). */
function familyIdOf(region: Region, family: string | null): number | null {
  if (family === null) return null;
  const name = toBytesBinary(family);
  const store = region.store(name);
  if (store === undefined) throw region.noSuchFamily(name);
  return store.familyId;
}

/**
 * The creation time of the oldest file of a major compaction; 0 if there is none. HBase: `HRegion.getOldestHfileTs`.
 */
function lastMajorCompaction({ stores }: Region): number {
  const files = stores.flatMap((store) => store.files.map(({ file }) => file.info));
  const times = files.filter(({ major }) => major).map(({ createdAt }) => createdAt);
  return times.length === 0 ? 0 : Math.min(...times);
}
