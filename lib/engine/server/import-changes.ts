import { readIndexes } from '../../model/schema/index-descriptor.js';
import { normalizeNamespace } from '../../model/schema/namespace-descriptor.js';
import { requireFamilies, sanityCheck } from '../../model/schema/sanity-check.js';
import { normalizeTable } from '../../model/schema/table-descriptor.js';
import type { Answers, ImportedSchema, MergedTable, SchemaMethods } from '../../service/control-methods.js';
import type { IndexBuilds } from '../compaction/index-builds.js';
import type { Maintenance } from '../compaction/maintenance.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import type { TableChange } from '../region/region-commit.js';
import { type Alteration, alterTables } from './alter-table.js';
import { catalogTableRefused, isCatalogTable } from './catalog-tables.js';
import { ensuredSchema } from './ensured-schema.js';
import { findTable } from './find-table.js';
import type { CheckedSchema, CheckedTable, Imports } from './imports.js';
import { requireSources } from './index-changes.js';
import { newTables } from './new-tables.js';
import type { SchemaCommits } from './schema-commits.js';
import { refuseEncryption, type SchemaReports } from './schema-reports.js';
import { Slices } from './slices.js';
import type { Upgrades } from './upgrades.js';

interface ImportParts {
  readonly engine: Engine;
  readonly maintenance: Maintenance;
  readonly imports: Imports;
  readonly commits: SchemaCommits;
  readonly upgrades: Pick<Upgrades, 'imported'>;
  readonly reports: SchemaReports;
  readonly indexes: Pick<IndexBuilds, 'consider'>;
}

type ImportMethods = Pick<SchemaMethods, 'beginImport' | 'finishImport' | 'cancelImport' | 'mergeImport'>;

/** The schema changes of imports. REQUIRES that schema changes run one after the other. */
export class ImportChanges {
  readonly methods: Answers<ImportMethods>;
  readonly #parts: ImportParts;
  readonly #engine: Engine;

  constructor(parts: ImportParts) {
    const { imports } = parts;
    this.#parts = parts;
    this.#engine = parts.engine;
    this.methods = {
      beginImport: async (name, schema) => imports.begin(name, await this.#read(schema)),
      finishImport: (name, schema) => this.#finish(name, schema),
      cancelImport: (name) => imports.remove(name),
      mergeImport: (schema, isLast) => this.#merge(schema, isLast),
    };
  }

  async #finish(name: string, schema: ImportedSchema): Promise<void> {
    const { imports, indexes, reports } = this.#parts;
    const tables = await imports.finish(name, await this.#read(schema));
    indexes.consider();
    for (const table of tables) reports.changed(table, 'create');
    for (const table of tables) reports.warn(findTable(this.#engine, table).descriptor);
  }

  /** See SchemaMethods.mergeImport. One commit, or none if nothing changes. */
  async #merge(given: ImportedSchema, isLast: boolean): Promise<readonly MergedTable[]> {
    const engine = this.#engine;
    const { imports, indexes, reports } = this.#parts;
    const schema = await this.#read(given);
    const altered: Alteration[] = [];
    const made: CheckedTable[] = [];
    const answer: MergedTable[] = [];
    const slices = new Slices(engine);
    for (const table of schema.tables) {
      const { name } = table.descriptor;
      const isNew = !isLast && !engine.regions.has(name);
      answer.push({ name, isNew });
      if (isNew) made.push(table);
      else altered.push(...this.#alterationOf(findTable(engine, name), table, isLast));
      await slices.rest();
    }
    const change = { ...schema, tables: made };
    const others = Object.keys(imports.changeOf(change)).length;
    if (made.length + altered.length + others > 0) await this.#commit(altered, change, answer);
    indexes.consider();
    for (const { descriptor } of made) reports.changed(descriptor.name, 'create');
    for (const { region, state } of altered) {
      reports.changed(region.name, 'alter');
      if (state) reports.changed(region.name, 'disable');
    }
    for (const { descriptor } of schema.tables) reports.warn(descriptor);
    return answer;
  }

  /** The change of a table that exists. In the end of a merge, it is one that the merge has created. */
  #alterationOf(region: Region, table: CheckedTable, isLast: boolean): readonly Alteration[] {
    const schema = ensuredSchema(this.#engine, region, table, isLast);
    const state = isLast && table.disabled && region.state === 'ENABLED' ? 'DISABLED' : null;
    if (schema === null && state === null) return [];
    const present = { descriptor: region.descriptor, indexes: region.indexes.map(({ descriptor }) => descriptor) };
    return [{ region, schema: schema ?? present, ...(state && { state }) }];
  }

  async #commit(altered: readonly Alteration[], schema: CheckedSchema, answer: readonly MergedTable[]): Promise<void> {
    // A table that is to be read-only is filled first, and indexes are built when it has all rows.
    const descriptors = schema.tables.map(({ descriptor }) => ({ ...descriptor, readOnly: false }));
    const { records: put, nextTableId, show } = await newTables(this.#engine, descriptors, (table) => table);
    const others = (): TableChange => ({ ...this.#parts.imports.changeOf(schema), put, nextTableId });
    return alterTables(this.#parts, altered, answer, others, show);
  }

  /** Checks everything, in slices, except that each table has another name: the page does. Throws INVALID_ARGUMENT, INVALID_OPERATION and IO. */
  async #read({ appVersion, namespaces, tables }: ImportedSchema): Promise<CheckedSchema> {
    const { commits, upgrades } = this.#parts;
    const { connection } = commits;
    const slices = new Slices(this.#engine);
    const read: CheckedTable[] = [];
    for (const table of tables) {
      read.push(this.#readTable(table));
      await slices.rest();
    }
    return {
      namespaces: namespaces.map(normalizeNamespace),
      tables: read,
      version: () => upgrades.imported(connection, appVersion),
    };
  }

  #readTable({ descriptor: like, disabled, indexes: likes = {} }: ImportedSchema['tables'][number]): CheckedTable {
    const { site } = this.#engine;
    const descriptor = normalizeTable(like, site);
    if (isCatalogTable(descriptor.name, site)) throw catalogTableRefused(descriptor.name);
    sanityCheck(descriptor, site);
    requireFamilies(descriptor);
    refuseEncryption(descriptor, this.#engine.regions.get(descriptor.name)?.descriptor ?? null);
    const indexes = readIndexes(likes);
    requireSources(descriptor, indexes);
    return { like, descriptor, disabled, indexes };
  }
}
