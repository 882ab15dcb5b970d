import { toBytesBinary } from '../../bytes/text.js';
import { BigtabError, invalidArgument } from '../../errors.js';
import type { FamilyLike } from '../../model/family-descriptor.js';
import { readLiteral, toBoolean } from '../../model/literal.js';
import type { NamespaceLike } from '../../model/namespace-descriptor.js';
import { requireFamilies, sanityCheck } from '../../model/sanity-check.js';
import type { StatusReport } from '../../model/status-report.js';
import {
  givenAttributes,
  normalizeTable,
  storedTable,
  type TableDescriptor,
  type TableLike,
} from '../../model/table-descriptor.js';
import { compareTableNames, isSystemTable, normalizeTableName, parseTableName } from '../../model/table-name.js';
import type { CompactHow, ControlMethods } from '../../service/control-codec.js';
import type { EngineEvent } from '../../service/engine-event.js';
import type { ExplainOptions } from '../../service/explanation.js';
import type { RegionMetrics } from '../../service/region-metrics.js';
import type { TableRecord } from '../../storage/catalog/catalog.js';
import type { Maintenance } from '../compaction/maintenance.js';
import { pathsOf } from '../recovery/file-inventory.js';
import type { Engine } from '../region/engine.js';
import { Region } from '../region/region.js';
import {
  alterTable,
  requireNoReopening,
  withChangedFamily,
  withFamily,
  withGiven,
  withoutFamily,
} from './alter-table.js';
import { catalogTableRefused, catalogTables, isCatalogTable } from './catalog-tables.js';
import { CompactionCalls } from './compaction-calls.js';
import { ExplainCalls } from './explain-calls.js';
import { Namespaces } from './namespaces.js';
import { makeRegionMetrics } from './region-metrics.js';
import { noRegion, tableNotFound } from './requests.js';
import { schemaDifferences, schemaMismatch } from './schema-differences.js';
import { refuseEncryption, SchemaReports } from './schema-reports.js';
import { newTable } from './table-record.js';
import { Upgrades } from './upgrades.js';

const SCHEMA_CHANGES: readonly string[] = [
  'createTable',
  'ensureTable',
  'modifyTable',
  'addColumnFamily',
  'modifyColumnFamily',
  'deleteColumnFamily',
  'deleteTable',
  'truncateTable',
  'enableTable',
  'disableTable',
  'cloneTableSchema',
  'createNamespace',
  'modifyNamespace',
  'deleteNamespace',
];

/** What other methods take first is the name of a table. */
const TAKES_NO_NAME: readonly string[] = [
  'createTable',
  'ensureTable',
  'modifyTable',
  'compactionProgress',
  'endCompaction',
  'compactionSwitch',
  'explain',
  'listTableNames',
  'listTableDescriptors',
  'createNamespace',
  'modifyNamespace',
  'deleteNamespace',
  'getNamespaceDescriptor',
  'beginUpgrade',
  'endUpgrade',
];

type Answers = { [Method in keyof ControlMethods]: (...args: never[]) => unknown };

/**
 * Tables, their states and their namespaces. Schema changes run one after the other; each is one commit of the catalog, checked against the image that
 * stands at that moment.
 */
export class AdminServiceImpl {
  readonly #engine: Engine;
  readonly #maintenance: Maintenance;
  readonly #compactions: CompactionCalls;
  readonly #explains: ExplainCalls;
  readonly #namespaces: Namespaces;
  readonly #reports: SchemaReports;
  readonly #methods: Answers;
  #last: Promise<unknown> = Promise.resolve();

  /** `emit` notifies the listeners of the database, if it has any. */
  constructor(
    engine: Engine,
    maintenance: Maintenance,
    status: () => StatusReport,
    emit: (event: EngineEvent) => void,
  ) {
    this.#engine = engine;
    this.#reports = new SchemaReports(emit);
    this.#maintenance = maintenance;
    this.#compactions = new CompactionCalls(maintenance);
    this.#explains = new ExplainCalls(engine);
    const namespaces = new Namespaces(engine);
    const upgrades = new Upgrades(engine.commit);
    this.#namespaces = namespaces;
    this.#methods = {
      createTable: (like: TableLike, splits: unknown) =>
        this.#change(() => this.#createTable(this.#read(like), splits === true)),
      ensureTable: (like: TableLike, options: { readonly alter?: boolean }) =>
        this.#change(() => this.#ensureTable(like, options)),
      modifyTable: (like: TableLike, reopen: unknown) =>
        this.#change(() => this.#modifyTable(this.#read(like), toBoolean(reopen, 'reopenRegions'))),
      addColumnFamily: (table: string, like: FamilyLike) =>
        this.#alter(table, (descriptor) => withFamily(engine, descriptor, like)),
      modifyColumnFamily: (table: string, like: FamilyLike) =>
        this.#alter(table, (descriptor) => withChangedFamily(engine, descriptor, like)),
      deleteColumnFamily: (table: string, family: string) =>
        this.#alter(table, (descriptor) => withoutFamily(descriptor, toBytesBinary(family))),
      deleteTable: (table: string) => this.#change(() => this.#deleteTable(table)),
      truncateTable: (table: string) => this.#change(() => this.#truncateTable(table)),
      enableTable: (table: string) => this.#change(() => this.#enableTable(table)),
      disableTable: (table: string) => this.#change(() => this.#disableTable(table)),
      cloneTableSchema: (table: string, as: string) =>
        this.#change(() => this.#createTable({ ...this.#table(table).descriptor, name: normalizeTableName(as) })),
      tableExists: (table: string) => this.#stateOf(table) !== undefined,
      isTableEnabled: (table: string) => (this.#stateOf(table) ?? this.#table(table).state) === 'ENABLED',
      isTableDisabled: (table: string) => (this.#stateOf(table) ?? this.#table(table).state) === 'DISABLED',
      isTableAvailable: (table: string) => this.#stateOf(table) === 'ENABLED',
      listTableNames: (namespace: string | null, system: boolean, enabled?: boolean) =>
        this.#list(namespace, system, enabled),
      listTableDescriptors: (namespace: string | null, system: boolean) =>
        this.#list(namespace, system).flatMap((name) => engine.regions.get(name)?.descriptor ?? []),
      createNamespace: (like: NamespaceLike) => this.#change(() => namespaces.create(like)),
      modifyNamespace: (like: NamespaceLike) => this.#change(() => namespaces.modify(like)),
      deleteNamespace: (name: string) => this.#change(() => namespaces.remove(name)),
      getNamespaceDescriptor: (name: string) => namespaces.get(name),
      listNamespaceDescriptors: () => namespaces.all,
      getDescriptor: (table: string) => this.#table(table).descriptor,
      flush: (table: string, family: string | null) => this.#flush(table, family),
      compact: (table: string, family: string | null, how: CompactHow) => this.#compact(table, family, how),
      compactionProgress: (token: string, seen: number) => this.#compactions.progress(token, seen),
      endCompaction: (token: string) => this.#compactions.end(token),
      getCompactionState: (table: string) => maintenance.compactions.stateOf(this.#table(table)),
      compactionSwitch: (on: unknown) => maintenance.compactions.switch(toBoolean(on, 'a switch')),
      getLastMajorCompactionTimestamp: (table: string) => lastMajorCompaction(this.#table(table)),
      getRegionMetrics: (table: string) => this.#metrics(this.#table(table)),
      explain: (kind: 'get' | 'scan', request: string, options: ExplainOptions) =>
        this.#explains.explain(kind, request, options),
      beginUpgrade: (version: number) => upgrades.begin(version),
      endUpgrade: (succeeded: boolean) => upgrades.end(succeeded),
      sync: () => this.#engine.wal.sync(),
      status,
    };
  }

  /** Whether later packets of a connection must wait for a call of this method. */
  changesSchema(method: string): boolean {
    return SCHEMA_CHANGES.includes(method);
  }

  /** Runs a method by its name on the wire. */
  async call(method: string, args: readonly unknown[]): Promise<unknown> {
    if (!Object.hasOwn(this.#methods, method)) throw invalidArgument(`no control method '${method}'`);
    const run = this.#methods[method as keyof ControlMethods] as (...args: readonly unknown[]) => unknown;
    if (args.length === 0 || TAKES_NO_NAME.includes(method)) return run(...args);
    const [table, ...others] = args;
    return run(normalizeTableName(table), ...others);
  }

  /** For good: ends reads that are explained where they stand; resolves when the schema changes that were asked for have ended. */
  async stop(): Promise<void> {
    await this.#explains.stop();
    await this.#last;
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work);
    this.#last = run.catch(() => {});
    return run;
  }

  /** Checks in the order of S-31: namespace, sanity, existence, quota. */
  async #createTable(descriptor: TableDescriptor, splits = false): Promise<void> {
    const { name } = descriptor;
    this.#namespaces.get(parseTableName(name).namespace);
    this.#check(descriptor);
    refuseEncryption(descriptor, null);
    if (this.#stateOf(name) !== undefined) {
      throw new BigtabError('TABLE_EXISTS', `Table '${name}' exists`, { details: { table: name } });
    }
    this.#namespaces.checkRoom(name);
    await this.#engine.commit.commit(
      ({ database }) => {
        const record = newTable(database.nextTableId, descriptor, this.#engine.group.lastSequenceId);
        return { put: [record], nextTableId: database.nextTableId + 1 };
      },
      () => this.#open(name),
    );
    this.#reports.changed(name, 'create');
    this.#reports.warn(descriptor, splits);
  }

  async #ensureTable(like: TableLike, options: { readonly alter?: boolean }): Promise<string> {
    const { alter = false } = readLiteral<{ alter?: boolean }>(options, 'set of ensureTable options', ['alter']);
    const alters = toBoolean(alter, 'alter');
    const asked = this.#read(like);
    const given = givenAttributes(like);
    const region = this.#engine.regions.get(asked.name);
    if (region === undefined) {
      if (isCatalogTable(asked.name, this.#engine.site)) throw noRegion(this.#engine, asked.name);
      await this.#createTable(asked);
      return asked.name;
    }
    const differences = schemaDifferences(region.descriptor, asked, given);
    if (differences.length > 0 && !alters) throw schemaMismatch(asked.name, differences);
    const missing = asked.families.some(({ name }) => !region.descriptor.families.some((has) => has.name === name));
    if (differences.length > 0 || missing) {
      await this.#alterTo(region, withGiven(this.#engine, region.descriptor, asked, given));
    } else this.#reports.warn(region.descriptor);
    return asked.name;
  }

  /** Sanity comes before existence (S-35), and both before what needs no reopening (S-38). */
  async #modifyTable(descriptor: TableDescriptor, reopen: boolean): Promise<void> {
    this.#check(descriptor);
    this.#refuseCatalogTable(descriptor.name);
    const region = this.#table(descriptor.name);
    if (!reopen) requireNoReopening(region.descriptor, descriptor);
    await this.#alterTo(region, descriptor);
  }

  #check(descriptor: TableDescriptor): void {
    sanityCheck(descriptor, this.#engine.site);
    requireFamilies(descriptor);
  }

  #alter(name: string, change: (descriptor: TableDescriptor) => TableDescriptor): Promise<void> {
    return this.#change(async () => {
      this.#refuseCatalogTable(name);
      const region = this.#table(name);
      await this.#alterTo(region, change(region.descriptor));
    });
  }

  /** REQUIRES a descriptor that passed `sanityCheck`, of the same name. */
  async #alterTo(region: Region, descriptor: TableDescriptor): Promise<void> {
    refuseEncryption(descriptor, region.descriptor);
    await alterTable(this.#engine, this.#maintenance, region, descriptor);
    this.#reports.changed(region.name, 'alter');
    this.#reports.warn(descriptor);
  }

  #read(like: TableLike): TableDescriptor {
    return normalizeTable(like, this.#engine.site);
  }

  async #deleteTable(name: string): Promise<void> {
    this.#refuseCatalogTable(name);
    const region = this.#disabled(name);
    await this.#maintenance.exclusive(region, () =>
      this.#engine.commit.commit(
        () => ({ remove: [region.id], obsolete: pathsOf(this.#record(region)) }),
        () => this.#close(region),
      ),
    );
    this.#reports.changed(name, 'delete');
  }

  /** The same table under a new id, without data, enabled (S-34). */
  async #truncateTable(name: string): Promise<void> {
    const region = this.#disabled(name);
    await this.#maintenance.exclusive(region, () =>
      this.#engine.commit.commit(
        ({ database }) => {
          const old = this.#record(region);
          const record = newTable(database.nextTableId, region.descriptor, this.#engine.group.lastSequenceId);
          return { put: [record], remove: [old.id], nextTableId: database.nextTableId + 1, obsolete: pathsOf(old) };
        },
        () => {
          this.#close(region);
          this.#open(name);
        },
      ),
    );
    this.#reports.changed(name, 'truncate');
  }

  async #enableTable(name: string): Promise<void> {
    await this.#setState(this.#disabled(name), 'ENABLED');
  }

  /** Flushes what is in memory (C-9), then closes the table to reads and writes. When the flush fails the table stays enabled. */
  async #disableTable(name: string): Promise<void> {
    if (isCatalogTable(name, this.#engine.site)) {
      throw new BigtabError('CONSTRAINT', `Cannot disable ${name}`, { details: { table: name } });
    }
    const region = this.#table(name);
    if (region.state !== 'ENABLED') {
      throw new BigtabError('TABLE_NOT_ENABLED', `Table '${name}' is disabled already`, { details: { table: name } });
    }
    await this.#maintenance.flush(region);
    await this.#setState(region, 'DISABLED');
    // What was written meanwhile; the log has it too.
    await this.#maintenance.flush(region).catch(this.#engine.onError);
  }

  async #setState(region: Region, state: TableRecord['state']): Promise<void> {
    await this.#maintenance.exclusive(region, () =>
      this.#engine.commit.commit(
        () => ({ put: [{ ...this.#record(region), state }] }),
        () => {
          region.state = state;
        },
      ),
    );
    this.#reports.changed(region.name, state === 'ENABLED' ? 'enable' : 'disable');
  }

  async #flush(name: string, family: string | null): Promise<void> {
    const region = this.#table(name);
    if (region.state !== 'ENABLED') {
      throw new BigtabError('TABLE_NOT_ENABLED', `Table '${name}' is disabled`, { details: { table: name } });
    }
    if (region.damage !== null) throw region.damage;
    familyIdOf(region, family);
    // The table may have been dropped while the flush waited.
    if (!(await this.#maintenance.flush(region))) this.#table(name);
  }

  /** A disabled table is left as it is, without a word (S-51). */
  async #compact(name: string, family: string | null, how: CompactHow): Promise<number> {
    const region = this.#table(name);
    if (region.state !== 'ENABLED') return 0;
    if (region.damage !== null) throw region.damage;
    return this.#compactions.compact(region, familyIdOf(region, family), how);
  }

  #metrics(region: Region): RegionMetrics {
    return makeRegionMetrics(region, this.#record(region), this.#maintenance.compactions.stateOf(region));
  }

  #table(name: string): Region {
    const region = this.#engine.regions.get(name);
    if (region) return region;
    throw noRegion(this.#engine, name);
  }

  #refuseCatalogTable(name: string): void {
    if (isCatalogTable(name, this.#engine.site)) throw catalogTableRefused(name);
  }

  #disabled(name: string): Region {
    if (this.#stateOf(name) === 'ENABLED') {
      throw new BigtabError('TABLE_NOT_DISABLED', `Table '${name}' is enabled; disable it first`, {
        details: { table: name },
      });
    }
    return this.#table(name);
  }

  #record(region: Region): TableRecord {
    const record = this.#engine.commit.table(region.id);
    if (record === undefined) throw tableNotFound(region.name);
    return record;
  }

  /** Opens a table that was just committed. */
  #open(name: string): void {
    const record = this.#engine.commit.tableNamed(name) as TableRecord;
    const families = record.families.map(({ id }) => ({ id, files: [] }));
    const descriptor = storedTable(record.descriptor as TableDescriptor);
    this.#engine.regions.set(name, new Region(record, descriptor, families, this.#engine));
  }

  #close(region: Region): void {
    this.#engine.regions.delete(region.name);
    region.close();
  }

  /** Undefined when there is no such table. */
  #stateOf(name: string): TableRecord['state'] | undefined {
    return isCatalogTable(name, this.#engine.site) ? 'ENABLED' : this.#engine.regions.get(name)?.state;
  }

  /** In the order of `namespace:qualifier` with `default:` written out (N-11, S-50). Throws NAMESPACE_NOT_FOUND. */
  #list(namespace: string | null, system: boolean, enabled?: boolean): string[] {
    if (namespace !== null) this.#namespaces.get(namespace);
    const names = [...this.#engine.regions.keys(), ...catalogTables(this.#engine.site)].filter((name) => {
      const table = parseTableName(name);
      if (namespace === null ? isSystemTable(table) && !system : table.namespace !== namespace) return false;
      return enabled === undefined || enabled === (this.#stateOf(name) === 'ENABLED');
    });
    return names.sort(compareTableNames);
  }
}

/** Null for all families; NO_SUCH_COLUMN_FAMILY for one that the table lacks (S-51). */
function familyIdOf(region: Region, family: string | null): number | null {
  if (family === null) return null;
  const name = toBytesBinary(family);
  const store = region.store(name);
  if (store === undefined) throw region.noSuchFamily(name);
  return store.familyId;
}

/** When the oldest file was made that a major compaction made; 0 when there is none. HBase: `HRegion.getOldestHfileTs`. */
function lastMajorCompaction({ stores }: Region): number {
  const files = stores.flatMap((store) => store.files.map(({ file }) => file.info));
  const times = files.filter(({ major }) => major).map(({ createdAt }) => createdAt);
  return times.length === 0 ? 0 : Math.min(...times);
}
