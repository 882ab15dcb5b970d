import { BigtabError } from '../../errors.js';
import type { IndexDescriptor } from '../../model/schema/index-descriptor.js';
import type { NamespaceDescriptor } from '../../model/schema/namespace-descriptor.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { TableRecord } from '../../storage/catalog/catalog.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { Engine } from '../region/engine.js';
import { hiddenName } from '../region/hidden-tables.js';
import { LEASE_MS, LeaseTimer } from '../region/lease-timer.js';
import { pathsOf } from '../region/named-files.js';
import { reopenIndexes } from '../region/new-indexes.js';
import type { Region } from '../region/region.js';
import type { TableChange } from '../region/region-commit.js';
import type { AskedTable } from './ensured-schema.js';
import { closeRegion } from './find-table.js';
import { type Namespaces, sorted } from './namespaces.js';
import { newTables } from './new-tables.js';
import type { SchemaCommits } from './schema-commits.js';
import { withSchema } from './table-record.js';

/** What an import creates; checked. */
export interface CheckedSchema {
  readonly namespaces: readonly NamespaceDescriptor[];
  /** Each has another name. */
  readonly tables: readonly CheckedTable[];
  /** The version that the database gets, 0 for none; see `Upgrades.imported`. */
  readonly version: () => number;
}

export interface CheckedTable extends AskedTable {
  readonly disabled: boolean;
}

/**
 * Imports that create tables. Their tables are in the catalog under other names, with `importing`, and nothing but the
 * import uses them until one commit gives all of them their own names. So an import survives a change of the engine, and
 * what is left of one whose client is gone is removed a minute later, by this engine or the next one.
 *
 * REQUIRES that `begin`, `finish` and `remove` run one after the other, as schema changes do.
 */
export class Imports {
  /** Called with the name of an import that is to be removed. */
  onExpired: (name: string) => void = () => {};
  readonly #engine: Engine;
  readonly #maintenance: Maintenance;
  readonly #namespaces: Namespaces;
  readonly #commits: SchemaCommits;
  /** The time of the last request for each import. */
  readonly #usedAt = new Map<string, number>();
  readonly #timer: LeaseTimer;

  constructor(engine: Engine, maintenance: Maintenance, namespaces: Namespaces, commits: SchemaCommits) {
    this.#engine = engine;
    this.#maintenance = maintenance;
    this.#namespaces = namespaces;
    this.#commits = commits;
    const now = engine.clock.monotonic();
    for (const { importing } of engine.regions.values()) if (importing !== null) this.#usedAt.set(importing, now);
    this.#timer = new LeaseTimer(engine.clock, (time) => this.#expire(time));
    if (this.#usedAt.size > 0) this.#timer.start();
  }

  /** See SchemaMethods.beginImport. */
  async begin(name: string, schema: CheckedSchema): Promise<readonly string[]> {
    // Only checked: these changes are made in the end.
    this.changeOf(schema);
    const descriptors = schema.tables.map(({ descriptor }) => descriptor);
    const hidden = (table: TableRecord): TableRecord => ({ ...table, name: hiddenName(table.id), importing: name });
    const { records: put, nextTableId, show } = await newTables(this.#engine, descriptors, hidden);
    const names = put.map((table) => table.name);
    await this.#commits.commit(
      () => ({ put, nextTableId }),
      () => {
        show();
        this.renew(name);
      },
      names,
    );
    return names;
  }

  /**
   * See SchemaMethods.finishImport. Returns the names of the tables. Their indexes begin now and without entries: they take
   * less time than with each row, and a unique one never refuses an older version of a row.
   */
  async finish(name: string, schema: CheckedSchema): Promise<readonly string[]> {
    const regions = this.#regionsOf(name);
    if (regions.length < schema.tables.length || regions.length === 0) throw givenUp();
    for (const region of regions) if (region.hasUnflushed) await this.#maintenance.flush(region);
    const disabled = new Set(schema.tables.filter((table) => table.disabled).map(({ descriptor }) => descriptor.name));
    const indexes = new Map(schema.tables.map((table) => [table.descriptor.name, table.indexes]));
    await this.#commits.commit(
      ({ tables }) => ({
        put: tables
          .filter(({ importing }) => importing === name)
          .map((table) => this.#withIndexes(revealed(table, disabled), indexes)),
        ...this.changeOf(schema),
      }),
      () => {
        for (const region of regions) {
          this.#engine.regions.delete(region.name);
          region.reveal();
          if (disabled.has(region.name)) region.state = 'DISABLED';
          this.#engine.regions.set(region.name, region);
          if (indexes.get(region.name)?.length) reopenIndexes(this.#engine, region);
        }
        this.#usedAt.delete(name);
      },
    );
    return regions.map((region) => region.name);
  }

  /** Removes the tables of an import. Does nothing if there are none. If it fails, `onExpired` is called again. */
  async remove(name: string): Promise<void> {
    const regions = this.#regionsOf(name);
    if (regions.length > 0) {
      const remove = (): Promise<void> =>
        this.#engine.commit.commit(
          ({ tables }) => {
            const left = tables.filter(({ importing }) => importing === name);
            return { remove: left.map(({ id }) => id), obsolete: left.flatMap(pathsOf) };
          },
          () => {
            for (const region of regions) closeRegion(this.#engine, region);
          },
        );
      await regions.reduce((work, region) => () => this.#maintenance.exclusive(region, work), remove)();
      this.#maintenance.log.request();
    }
    this.#usedAt.delete(name);
  }

  /** Starts the lease of an import again. */
  renew(name: string): void {
    this.#usedAt.set(name, this.#engine.clock.monotonic());
    this.#timer.start();
  }

  /** The imports of a connection. */
  of(connection: string): readonly string[] {
    return [...this.#usedAt.keys()].filter((name) => name.startsWith(`${connection}/`));
  }

  stop(): void {
    this.#timer.stop();
  }

  #regionsOf(name: string): Region[] {
    return [...this.#engine.regions.values()].filter(({ importing }) => importing === name);
  }

  /**
   * The other changes of an import that creates these tables. Throws TABLE_EXISTS, NAMESPACE_NOT_FOUND and
   * QUOTA_EXCEEDED, and as `Namespaces.withMissing` and `Upgrades.imported` do.
   */
  changeOf({ namespaces, tables, version }: CheckedSchema): Pick<TableChange, 'namespaces' | 'version'> {
    const names = tables.map(({ descriptor }) => descriptor.name);
    const exist = names.filter((name) => this.#engine.regions.has(name));
    if (exist.length > 0) {
      const message = `The import would create tables that exist: ${exist.join(', ')}. Drop them, or import with mode 'merge'.`;
      throw new BigtabError('TABLE_EXISTS', message, { details: { table: exist[0] as string, tables: exist } });
    }
    const all = this.#namespaces.withMissing(namespaces);
    this.#namespaces.checkRoom(names, all);
    const given = version();
    return {
      ...(all.size > this.#namespaces.all.length && { namespaces: sorted(all.values()) }),
      ...(given > 0 && { version: given }),
    };
  }

  #withIndexes(table: TableRecord, all: ReadonlyMap<string, readonly IndexDescriptor[]>): TableRecord {
    const indexes = all.get(table.name) ?? [];
    if (indexes.length === 0) return table;
    const { clock, commit, group } = this.#engine;
    const schema = { descriptor: table.descriptor as TableDescriptor, indexes };
    return withSchema(table, schema, group.lastSequenceId, () => clock.now(), commit.nextGeneration);
  }

  #expire(now: number): boolean {
    for (const [name, usedAt] of this.#usedAt) if (now - usedAt >= LEASE_MS) this.onExpired(name);
    return this.#usedAt.size > 0;
  }
}

function revealed({ importing: _, ...record }: TableRecord, disabled: ReadonlySet<string>): TableRecord {
  const { name } = record.descriptor as TableDescriptor;
  return { ...record, name, state: disabled.has(name) ? 'DISABLED' : 'ENABLED' };
}

function givenUp(): BigtabError {
  const message = 'The import was given up, because nothing was heard of it for a minute.';
  return new BigtabError('INVALID_STATE', message);
}
