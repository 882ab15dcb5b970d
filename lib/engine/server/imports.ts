import { compareBytes } from '../../bytes/compare.js';
import { encodeText } from '../../bytes/text.js';
import { BigtabError, invalidArgument } from '../../errors.js';
import type { IndexDescriptor } from '../../model/schema/index-descriptor.js';
import type { NamespaceDescriptor } from '../../model/schema/namespace-descriptor.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import { parseTableName } from '../../model/schema/table-name.js';
import type { TableRecord } from '../../storage/catalog/catalog.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { Engine } from '../region/engine.js';
import { pathsOf } from '../region/named-files.js';
import { reopenIndexes } from '../region/new-indexes.js';
import type { Region } from '../region/region.js';
import { closeRegion, openRegion } from './find-table.js';
import type { Namespaces } from './namespaces.js';
import type { SchemaCommits } from './schema-commits.js';
import { newTable, withSchema } from './table-record.js';

/** What an import creates; checked. */
export interface CheckedSchema {
  readonly namespaces: readonly NamespaceDescriptor[];
  readonly tables: readonly {
    readonly descriptor: TableDescriptor;
    readonly disabled: boolean;
    /** By name. */
    readonly indexes: readonly IndexDescriptor[];
  }[];
}

/** An import that its client does not mention for this long is given up. */
const LEASE_MS = 60_000;

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
  /** When each import was mentioned last. */
  readonly #usedAt = new Map<string, number>();
  #cancel: (() => void) | null = null;
  #stopped = false;

  constructor(engine: Engine, maintenance: Maintenance, namespaces: Namespaces, commits: SchemaCommits) {
    this.#engine = engine;
    this.#maintenance = maintenance;
    this.#namespaces = namespaces;
    this.#commits = commits;
    const now = engine.clock.monotonic();
    for (const { importing } of engine.regions.values()) if (importing !== null) this.#usedAt.set(importing, now);
    this.#checkLater();
  }

  /** See SchemaMethods.beginImport. */
  async begin(name: string, schema: CheckedSchema): Promise<readonly string[]> {
    this.#checkNew(schema);
    const { clock, commit } = this.#engine;
    // The ids stay free until the commit, because schema changes run one after the other.
    const { nextTableId } = commit.image.database;
    const made = schema.tables.map(({ descriptor }, index): TableRecord => {
      const id = nextTableId + index;
      return { ...newTable(id, descriptor, [], this.#engine, clock.now()), name: hiddenName(id), importing: name };
    });
    const names = made.map((table) => table.name);
    await this.#commits.commit(
      () => ({ put: made, nextTableId: nextTableId + made.length }),
      () => {
        for (const table of names) openRegion(this.#engine, table);
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
    for (const region of regions) await this.#maintenance.flush(region);
    this.#checkNew(schema);
    const disabled = new Set(schema.tables.filter((table) => table.disabled).map(({ descriptor }) => descriptor.name));
    const indexes = new Map(schema.tables.map((table) => [table.descriptor.name, table.indexes]));
    await this.#commits.commit(
      ({ database, tables }) => ({
        put: tables
          .filter(({ importing }) => importing === name)
          .map((table) => this.#withIndexes(revealed(table, disabled), indexes)),
        namespaces: this.#withMissing(schema.namespaces),
        nextTableId: database.nextTableId,
      }),
      () => {
        for (const region of regions) {
          this.#engine.regions.delete(region.name);
          region.reveal();
          if (disabled.has(region.name)) region.state = 'DISABLED';
          this.#engine.regions.set(region.name, region);
          reopenIndexes(this.#engine, region);
        }
        this.#usedAt.delete(name);
      },
    );
    return regions.map((region) => region.name);
  }

  /** Removes the tables of an import. Does nothing if there are none. */
  async remove(name: string): Promise<void> {
    this.#usedAt.delete(name);
    for (const region of this.#regionsOf(name)) {
      await this.#maintenance.exclusive(region, () =>
        this.#engine.commit.commit(
          () => {
            const record = this.#engine.commit.table(region.id);
            return record === undefined ? {} : { remove: [region.id], obsolete: pathsOf(record) };
          },
          () => closeRegion(this.#engine, region),
        ),
      );
    }
  }

  /** Starts the lease of an import again. */
  renew(name: string): void {
    this.#usedAt.set(name, this.#engine.clock.monotonic());
    this.#checkLater();
  }

  /** The imports of a connection. */
  of(connection: string): readonly string[] {
    return [...this.#usedAt.keys()].filter((name) => name.startsWith(`${connection}/`));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
  }

  #regionsOf(name: string): Region[] {
    return [...this.#engine.regions.values()].filter(({ importing }) => importing === name);
  }

  /** Throws TABLE_EXISTS, NAMESPACE_NOT_FOUND and QUOTA_EXCEEDED. */
  #checkNew({ namespaces, tables }: CheckedSchema): void {
    const exist = tables.map(({ descriptor }) => descriptor.name).filter((name) => this.#engine.regions.has(name));
    if (exist.length > 0) {
      const message = `The import would create tables that exist: ${exist.join(', ')}. Drop them, or import with mode 'merge'.`;
      throw new BigtabError('TABLE_EXISTS', message, { details: { table: exist[0] as string, tables: exist } });
    }
    for (const [index, { descriptor }] of tables.entries()) {
      if (tables.findIndex((other) => other.descriptor.name === descriptor.name) !== index)
        throw invalidArgument(`table '${descriptor.name}' is listed twice`);
      const { namespace } = parseTableName(descriptor.name);
      if (namespaces.some(({ name }) => name === namespace)) continue;
      this.#namespaces.get(namespace);
      this.#namespaces.checkRoom(descriptor.name);
    }
  }

  #withIndexes(table: TableRecord, all: ReadonlyMap<string, readonly IndexDescriptor[]>): TableRecord {
    const indexes = all.get(table.name) ?? [];
    if (indexes.length === 0) return table;
    const { clock, commit, group } = this.#engine;
    const schema = { descriptor: table.descriptor as TableDescriptor, indexes };
    return withSchema(table, schema, group.lastSequenceId, () => clock.now(), commit.nextGeneration);
  }

  /** All namespaces, and those of `added` that are missing. */
  #withMissing(added: readonly NamespaceDescriptor[]): readonly NamespaceDescriptor[] {
    const { all } = this.#namespaces;
    const missing = added.filter(({ name }) => !all.some((namespace) => namespace.name === name));
    return [...all, ...missing].sort((a, b) => compareBytes(encodeText(a.name), encodeText(b.name)));
  }

  #checkLater(): void {
    if (this.#cancel !== null || this.#stopped || this.#usedAt.size === 0) return;
    this.#cancel = this.#engine.clock.after(LEASE_MS / 4, () => {
      this.#cancel = null;
      const now = this.#engine.clock.monotonic();
      for (const [name, usedAt] of this.#usedAt) if (now - usedAt >= LEASE_MS) this.onExpired(name);
      this.#checkLater();
    });
  }
}

/** In a namespace whose tables are not listed. */
function hiddenName(id: number): string {
  return `backup:importing-${id}`;
}

function revealed({ importing: _, ...record }: TableRecord, disabled: ReadonlySet<string>): TableRecord {
  const { name } = record.descriptor as TableDescriptor;
  return { ...record, name, state: disabled.has(name) ? 'DISABLED' : 'ENABLED' };
}

function givenUp(): BigtabError {
  const message = 'The import was given up, because nothing was heard of it for a minute. Nothing was imported.';
  return new BigtabError('INVALID_STATE', message);
}
