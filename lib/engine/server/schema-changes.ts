import { decodeText, toBytesBinary } from '../../bytes/text.js';
import { BigtabError, invalidArgument } from '../../errors.js';
import { readLiteral, toBoolean } from '../../model/literal.js';
import { type IndexDescriptor, readIndexes } from '../../model/schema/index-descriptor.js';
import { requireFamilies, sanityCheck } from '../../model/schema/sanity-check.js';
import { normalizeTable, type TableDescriptor, type TableLike } from '../../model/schema/table-descriptor.js';
import { normalizeTableName, parseTableName } from '../../model/schema/table-name.js';
import {
  type Answers,
  type AnswersByName,
  answerControl,
  type ControlRequest,
  type SchemaMethods,
} from '../../service/control-methods.js';
import type { EngineEvent } from '../../service/engine-event.js';
import type { TableRecord } from '../../storage/catalog/catalog.js';
import { isOutOfSpace } from '../../storage/fs/file-errors.js';
import type { FullDevice } from '../compaction/full-device.js';
import type { IndexBuilds } from '../compaction/index-builds.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { Engine } from '../region/engine.js';
import { pathsOf } from '../region/named-files.js';
import type { Region } from '../region/region.js';
import type { SnapshotCleaner } from '../snapshot/snapshot-cleaner.js';
import type { Watches } from '../watch/watches.js';
import {
  alterTables,
  requireNoReopening,
  timeAfterAll,
  withChangedFamily,
  withFamily,
  withoutFamily,
} from './alter-table.js';
import { catalogTableRefused, isCatalogTable } from './catalog-tables.js';
import { ensuredSchema } from './ensured-schema.js';
import { closeRegion, findTable, openRegion, tableRecord, tableState } from './find-table.js';
import { ImportChanges } from './import-changes.js';
import type { Imports } from './imports.js';
import { missingSource, requireSources } from './index-changes.js';
import type { Namespaces } from './namespaces.js';
import { noRegion } from './requests.js';
import type { Caller, SchemaCommits } from './schema-commits.js';
import { refuseEncryption, SchemaReports } from './schema-reports.js';
import { SnapshotChanges } from './snapshot-changes.js';
import { indexesOf, newTable } from './table-record.js';
import type { Upgrades } from './upgrades.js';

export interface SchemaParts {
  readonly engine: Engine;
  readonly maintenance: Maintenance;
  readonly namespaces: Namespaces;
  readonly upgrades: Upgrades;
  readonly imports: Imports;
  readonly commits: SchemaCommits;
  readonly device: Pick<FullDevice, 'makeRoom'>;
  readonly emit: (event: EngineEvent) => void;
  readonly watches: Pick<Watches, 'schemaChanged'>;
  readonly snapshotCleaner: Pick<SnapshotCleaner, 'isEnabled'>;
  readonly indexes: Pick<IndexBuilds, 'consider' | 'refresh'>;
}

/**
 * Changes of tables, of namespaces and of the version. They run one after the other; each is one commit of the catalog,
 * checked against the image that is current when the change starts, and runs exactly once (see SchemaCommits).
 */
export class SchemaChanges {
  readonly #parts: SchemaParts;
  readonly #engine: Engine;
  readonly #maintenance: Maintenance;
  readonly #commits: SchemaCommits;
  readonly #reports: SchemaReports;
  readonly snapshots: SnapshotChanges;
  readonly #methods: AnswersByName;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: SchemaParts) {
    const { engine, namespaces, upgrades, imports } = parts;
    imports.onExpired = (name) => this.#endImport(name);
    this.#parts = parts;
    this.#engine = engine;
    this.#maintenance = parts.maintenance;
    this.#commits = parts.commits;
    this.#reports = new SchemaReports(parts.emit, parts.watches);
    this.snapshots = new SnapshotChanges({ ...parts, reports: this.#reports });
    this.#methods = {
      ...this.snapshots.methods,
      ...new ImportChanges({ ...parts, reports: this.#reports }).methods,
      createTable: (like, splitKeys) => this.#createTable(this.#read(like), splitKeys.length > 0),
      ensureTable: (like, options, indexes = {}) => this.#ensureTable(like, options, readIndexes(indexes)),
      dropIndex: (table, name) => this.#dropIndex(normalizeTableName(table), name),
      modifyTable: (like, reopenRegions) =>
        this.#modifyTable(this.#read(like), toBoolean(reopenRegions, 'reopenRegions')),
      addColumnFamily: (table, like) => this.#alter(table, (descriptor) => withFamily(engine, descriptor, like)),
      modifyColumnFamily: (table, like) =>
        this.#alter(table, (descriptor) => withChangedFamily(engine, descriptor, like)),
      deleteColumnFamily: (table, family) =>
        this.#alter(table, (descriptor) => withoutFamily(descriptor, toBytesBinary(family))),
      deleteTable: (table) => this.#deleteTable(normalizeTableName(table)),
      truncateTable: (table) => this.#truncateTable(normalizeTableName(table)),
      enableTable: (table) => this.#setState(this.#disabled(normalizeTableName(table)), 'ENABLED'),
      disableTable: (table) => this.#disableTable(normalizeTableName(table)),
      cloneTableSchema: (table, as) => {
        const { descriptor, indexes } = findTable(engine, normalizeTableName(table));
        const copy = { ...descriptor, name: normalizeTableName(as) };
        return this.#createTable(
          copy,
          false,
          undefined,
          indexes.map((index) => index.descriptor),
        );
      },
      createNamespace: (like) => namespaces.create(like),
      modifyNamespace: (like) => namespaces.modify(like),
      deleteNamespace: (name) => namespaces.remove(name),
      endUpgrade: (succeeded, from, version) => upgrades.end(parts.commits.connection, succeeded, from, version),
    } satisfies Answers<SchemaMethods>;
  }

  /** Whether `method` is a change of the schema. */
  has(method: string): boolean {
    return Object.hasOwn(this.#methods, method);
  }

  /** Runs a change after those that were requested before it, or answers it as before if it ran already. */
  run(request: ControlRequest, caller: Caller): Promise<unknown> {
    const run = this.#last.then(() => {
      const known = this.#commits.begin(caller);
      if (known !== null) return JSON.parse(decodeText(known));
      return this.#answer(request);
    });
    this.#last = run.catch(() => {});
    return run;
  }

  /** Gives up the imports of a connection that has ended. */
  endImports(connection: string): void {
    for (const name of this.#parts.imports.of(connection)) this.#endImport(name);
  }

  /** Removes what an import has created, after the changes that were requested before. */
  #endImport(name: string): void {
    this.#last = this.#last.then(() => this.#parts.imports.remove(name)).catch(this.#engine.onError);
  }

  /** Drops an index that cannot be built, after the changes that were requested before. `message`: why. */
  dropFailedIndex(region: Region, name: string, message: string): Promise<void> {
    const run = this.#last.then(async () => {
      this.#commits.begin({ connection: '', number: 0, repeated: false });
      if (region.closed || !region.indexes.some((index) => index.name === name)) return;
      await this.#dropIndex(region.name, name);
      this.#parts.emit({ type: 'warning', table: region.name, attributes: [], message });
    });
    this.#last = run.catch(() => {});
    return run;
  }

  /** Tries a change again for which there was no room, as long as room can be made. */
  async #answer(request: ControlRequest): Promise<unknown> {
    for (;;) {
      try {
        return await answerControl(this.#methods, request);
      } catch (error) {
        if (!isOutOfSpace(error) || !(await this.#parts.device.makeRoom())) throw error;
      }
    }
  }

  /** Resolves when the changes that were requested so far have ended. */
  async settled(): Promise<void> {
    await this.#last;
  }

  /** Checks in the order of S-31: namespace, sanity, existence, quota. */
  async #createTable(
    descriptor: TableDescriptor,
    splits = false,
    answer?: string,
    indexes: readonly IndexDescriptor[] = [],
  ): Promise<void> {
    const { name } = descriptor;
    this.#parts.namespaces.get(parseTableName(name).namespace);
    this.#check(descriptor);
    refuseEncryption(descriptor, null);
    if (tableState(this.#engine, name) !== undefined) {
      throw new BigtabError('TABLE_EXISTS', `Table '${name}' exists`, { details: { table: name } });
    }
    this.#parts.namespaces.checkRoom([name]);
    await this.#commits.commit(
      ({ database }) => {
        const since = this.#engine.clock.now();
        const record = newTable(database.nextTableId, descriptor, indexes, this.#engine, since);
        return { put: [record], nextTableId: database.nextTableId + 1 };
      },
      () => openRegion(this.#engine, name),
      answer,
    );
    this.#reports.changed(name, 'create');
    this.#reports.warn(descriptor, splits);
  }

  async #ensureTable(
    like: TableLike,
    options: { readonly alter?: boolean },
    indexes: readonly IndexDescriptor[],
  ): Promise<string> {
    const { alter = false } = readLiteral<{ alter?: boolean }>(options, 'set of ensureTable options', ['alter']);
    const alters = toBoolean(alter, 'alter');
    const asked = this.#read(like);
    const region = this.#engine.regions.get(asked.name);
    if (region === undefined) {
      if (isCatalogTable(asked.name, this.#engine.site)) throw noRegion(this.#engine, asked.name);
      requireSources(asked, indexes);
      await this.#createTable(asked, false, asked.name, indexes);
      return asked.name;
    }
    const next = ensuredSchema(this.#engine, region, { like, descriptor: asked, indexes }, alters);
    if (next !== null) await this.#alterTo(region, next.descriptor, asked.name, next.indexes);
    else this.#reports.warn(region.descriptor);
    return asked.name;
  }

  async #dropIndex(table: string, name: string): Promise<void> {
    this.#refuseCatalogTable(table);
    const region = findTable(this.#engine, table);
    const indexes = region.indexes.map(({ descriptor }) => descriptor);
    if (!indexes.some((index) => index.name === name)) throw invalidArgument(`table '${table}' has no index '${name}'`);
    await this.#alterTo(
      region,
      region.descriptor,
      undefined,
      indexes.filter((index) => index.name !== name),
    );
  }

  /** Checks sanity before existence (S-35), and both before changes that would need a reopened region (S-38). */
  async #modifyTable(descriptor: TableDescriptor, reopen: boolean): Promise<void> {
    this.#check(descriptor);
    this.#refuseCatalogTable(descriptor.name);
    const region = findTable(this.#engine, descriptor.name);
    if (!reopen) requireNoReopening(region.descriptor, descriptor);
    await this.#alterTo(region, descriptor);
  }

  #check(descriptor: TableDescriptor): void {
    sanityCheck(descriptor, this.#engine.site);
    requireFamilies(descriptor);
  }

  async #alter(table: string, change: (descriptor: TableDescriptor) => TableDescriptor): Promise<void> {
    const name = normalizeTableName(table);
    this.#refuseCatalogTable(name);
    const region = findTable(this.#engine, name);
    await this.#alterTo(region, change(region.descriptor));
  }

  /**
   * An index on a family that the descriptor lacks is dropped. REQUIRES a descriptor that passed `sanityCheck`, of the
   * same name.
   */
  async #alterTo(
    region: Region,
    descriptor: TableDescriptor,
    answer?: string,
    indexes: readonly IndexDescriptor[] = region.indexes.map((index) => index.descriptor),
  ): Promise<void> {
    refuseEncryption(descriptor, region.descriptor);
    const kept = indexes.filter((index) => missingSource(descriptor, index) === null);
    await alterTables(this.#parts, [{ region, schema: { descriptor, indexes: kept } }], answer);
    this.#parts.indexes.consider();
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
      this.#commits.commit(
        () => ({ remove: [region.id], obsolete: pathsOf(tableRecord(this.#engine, region)) }),
        () => closeRegion(this.#engine, region),
      ),
    );
    this.#maintenance.log.request();
    this.#reports.changed(name, 'delete');
  }

  /** Replaces a table with an empty, enabled one with the same descriptor and a new id (S-34). */
  async #truncateTable(name: string): Promise<void> {
    const region = this.#disabled(name);
    await this.#maintenance.exclusive(region, () =>
      this.#commits.commit(
        ({ database }) => {
          const old = tableRecord(this.#engine, region);
          const since = timeAfterAll(this.#engine);
          const record = newTable(database.nextTableId, region.descriptor, indexesOf(old), this.#engine, since);
          return { put: [record], remove: [old.id], nextTableId: database.nextTableId + 1, obsolete: pathsOf(old) };
        },
        () => {
          closeRegion(this.#engine, region);
          openRegion(this.#engine, name);
        },
      ),
    );
    this.#maintenance.log.request();
    this.#reports.changed(name, 'truncate');
  }

  /**
   * Flushes the memstores if there is room (C-9), then closes the table to reads and writes. If the flush fails for
   * another reason, the table stays enabled.
   */
  async #disableTable(name: string): Promise<void> {
    if (isCatalogTable(name, this.#engine.site)) {
      throw new BigtabError('CONSTRAINT', `Cannot disable ${name}`, { details: { table: name } });
    }
    const region = findTable(this.#engine, name);
    if (region.state !== 'ENABLED') {
      throw new BigtabError('TABLE_NOT_ENABLED', `Table '${name}' is disabled already`, { details: { table: name } });
    }
    await this.#maintenance.flushIfRoom(region);
    await this.#setState(region, 'DISABLED');
    // Flushes the cells that were written during the first flush. The log contains them too.
    await this.#maintenance.flush(region).catch(this.#engine.onError);
  }

  async #setState(region: Region, state: TableRecord['state']): Promise<void> {
    await this.#maintenance.exclusive(region, () =>
      this.#commits.commit(
        () => ({ put: [{ ...tableRecord(this.#engine, region), state }] }),
        () => {
          region.state = state;
        },
      ),
    );
    this.#reports.changed(region.name, state === 'ENABLED' ? 'enable' : 'disable');
    this.#parts.indexes.consider();
  }

  #refuseCatalogTable(name: string): void {
    if (isCatalogTable(name, this.#engine.site)) throw catalogTableRefused(name);
  }

  #disabled(name: string): Region {
    if (tableState(this.#engine, name) === 'ENABLED') {
      throw new BigtabError('TABLE_NOT_DISABLED', `Table '${name}' is enabled; disable it first`, {
        details: { table: name },
      });
    }
    return findTable(this.#engine, name);
  }
}
