import { BigtabError } from '../../errors.js';
import { normalizeTableName } from '../../model/schema/table-name.js';
import type { SnapshotRecord } from '../../storage/catalog/catalog.js';
import type { Maintenance } from '../compaction/maintenance.js';
import { persistWrites } from '../compaction/persist-writes.js';
import type { Engine } from '../region/engine.js';
import { LEASE_MS, LeaseTimer } from '../region/lease-timer.js';
import { randomName } from '../region/random-name.js';
import type { Region } from '../region/region.js';
import { openSnapshot } from '../snapshot/open-snapshot.js';
import { Export, type ExportBatch, expired } from './export.js';
import { decodeToken, type ExportToken } from './export-token.js';
import { checkDatabase, checkTable, refusalOf } from './increments.js';
import { type PinnedTable, pinTable, releaseTable } from './pinned-table.js';

/** What a client requests to export. Nothing is checked yet. */
export interface ExportOrder {
  readonly tables?: unknown;
  readonly asOf?: unknown;
  readonly since?: unknown;
  readonly snapshot?: unknown;
}

/** An export that has begun. */
export interface BegunExport {
  readonly tables: readonly Omit<PinnedTable, 'families'>[];
  /** The version of the database; undefined if it has none. */
  readonly appVersion: number | undefined;
}

interface Leased {
  readonly connection: string;
  readonly export: Export;
  usedAt: number;
}

/** The exports that run, by the names that their clients gave them. */
export class Exports {
  readonly #engine: Engine;
  readonly #maintenance: Maintenance;
  readonly #random: () => number;
  readonly #exports = new Map<string, Leased>();
  /** The name of the database in tokens, until the first one is stored. */
  #database: string | null = null;
  readonly #timer: LeaseTimer;

  /** `random` returns a number in [0, 1). */
  constructor(engine: Engine, maintenance: Maintenance, random: () => number) {
    this.#engine = engine;
    this.#maintenance = maintenance;
    this.#random = random;
    this.#timer = new LeaseTimer(engine.clock, (now) => this.#expire(now));
  }

  /**
   * Begins an export of these tables, by default of all, in the order of their names. Returns them as they are exported,
   * and the version that the database had then.
   * Rejects with INVALID_ARGUMENT, TABLE_NOT_FOUND, CORRUPTION if a file of them cannot be read, and SNAPSHOT_EXPIRED if
   * what was written since the token cannot be told any more.
   */
  async begin(
    name: string,
    connection: string,
    order: ExportOrder,
    find: (tables: readonly string[] | null) => readonly Region[],
  ): Promise<BegunExport> {
    const { asOf = null, since = null, snapshot = null } = order;
    if (snapshot !== null) {
      const taken = this.#snapshot(`${snapshot}`);
      return this.#start(name, connection, [await this.#openSnapshot(taken)], taken.version, asOf, false);
    }
    const names = order.tables == null ? null : [...new Set((order.tables as string[]).map(normalizeTableName))];
    const token = since === null ? null : decodeToken(since);
    await this.#prepare(find(names));
    const regions = find(names);
    if (token !== null) checkDatabase(token, this.#engine.commit.image.database, names === null ? regions : null);
    const tables = this.#pin(regions, token);
    const { version } = this.#engine.commit.image.database;
    // Without a commit, no later increment could know what the log has lost.
    return this.#start(name, connection, tables, version, asOf, asOf === null && this.#engine.state.acceptsAll);
  }

  /** Begins to export pinned tables. REQUIRES that they were pinned in this turn. */
  #start(
    name: string,
    connection: string,
    tables: readonly PinnedTable[],
    appVersion: number | undefined,
    asOf: unknown,
    hasToken: boolean,
  ): BegunExport {
    const pinned = {
      tables,
      readPoint: this.#engine.group.readPoint,
      asOf: asOf === null ? Number.POSITIVE_INFINITY : (asOf as number),
      token: hasToken ? this.#tokenOf(tables) : null,
    };
    const run = new Export(this.#engine, pinned, (made) => this.#store(made));
    this.#exports.get(name)?.export.close();
    this.#exports.set(name, { connection, export: run, usedAt: this.#engine.clock.monotonic() });
    this.#timer.start();
    return { tables, appVersion };
  }

  /** Throws UNKNOWN_SNAPSHOT. */
  #snapshot(name: string): SnapshotRecord {
    const snapshot = this.#engine.commit.snapshotNamed(name);
    if (snapshot !== undefined) return snapshot;
    throw new BigtabError('UNKNOWN_SNAPSHOT', `Snapshot '${name}' does not exist`, { details: { snapshot: name } });
  }

  /** Pins what a snapshot has. Rejects with CORRUPTION if a file of it cannot be read. */
  async #openSnapshot(snapshot: SnapshotRecord): Promise<PinnedTable> {
    const region = await openSnapshot(this.#engine, snapshot);
    const damage = damageOf(region);
    if (damage === null) return pinTable(region, 0, () => null, true);
    region.close();
    throw damage;
  }

  /** The batch `number` of an export, from 1. Rejects with SNAPSHOT_EXPIRED if the export has ended. */
  async batch(name: string, number: number): Promise<ExportBatch> {
    const leased = this.#leased(name);
    leased.usedAt = this.#engine.clock.monotonic();
    try {
      return await leased.export.batch(number);
    } finally {
      leased.usedAt = this.#engine.clock.monotonic();
    }
  }

  /** Starts the lease of an export again. */
  renew(name: string): void {
    this.#leased(name).usedAt = this.#engine.clock.monotonic();
  }

  end(name: string): void {
    this.#exports.get(name)?.export.close();
    this.#exports.delete(name);
  }

  /** Ends the exports of a connection that has closed. */
  endOf(connection: string): void {
    for (const [name, leased] of this.#exports) if (leased.connection === connection) this.end(name);
  }

  endAll(): void {
    for (const name of [...this.#exports.keys()]) this.end(name);
    this.#timer.stop();
  }

  /** Ends the oldest export, whose segments may fill the memory; returns false if there is none. */
  endOldest(): boolean {
    for (const name of this.#exports.keys()) {
      this.end(name);
      return true;
    }
    return false;
  }

  #leased(name: string): Leased {
    const leased = this.#exports.get(name);
    if (leased === undefined) throw expired('another tab leads, or nothing was read of it for a minute');
    return leased;
  }

  /**
   * Opens every file once, and flushes, so that the export keeps little memory. A database that cannot be flushed is
   * exported from memory.
   */
  async #prepare(regions: readonly Region[]): Promise<void> {
    const { openFiles, state, onError } = this.#engine;
    for (const region of regions) {
      await openFiles.read(region);
      if (state.acceptsAll && region.hasUnflushed) await this.#maintenance.flush(region).catch(onError);
    }
  }

  /** Pins the tables. Synchronous, so it is one point in time. */
  #pin(regions: readonly Region[], token: ExportToken | null): PinnedTable[] {
    const { commit } = this.#engine;
    const tables: PinnedTable[] = [];
    try {
      for (const region of regions) {
        const damage = damageOf(region);
        if (damage !== null) throw damage;
        const known = token?.tables.find(({ name }) => name === region.name) ?? null;
        const families = commit.table(region.id)?.families ?? [];
        if (known !== null) checkTable(known, region, families, token as ExportToken);
        tables.push(
          pinTable(region, known === null ? 0 : (token as ExportToken).sequenceId, (id) =>
            known === null ? null : refusalOf(families, id, region, token as ExportToken),
          ),
        );
      }
      return tables;
    } catch (error) {
      for (const table of tables) releaseTable(table);
      throw error;
    }
  }

  #tokenOf(tables: readonly PinnedTable[]): ExportToken {
    const { exports, generation } = this.#engine.commit.image.database;
    this.#database = exports?.database ?? this.#database ?? randomName(this.#random);
    return {
      database: this.#database,
      generation,
      sequenceId: this.#engine.group.readPoint,
      tables: tables.map(({ region }) => ({
        name: region.name,
        id: region.id,
        families: region.stores.map(({ familyId }) => familyId),
      })),
    };
  }

  /** Forces what the export has to the device, and stores how far it reached. */
  async #store({ database, sequenceId }: ExportToken): Promise<void> {
    await persistWrites(this.#engine, this.#maintenance);
    await this.#engine.commit.commit((image) => ({
      exports: { database, sequenceId: Math.max(sequenceId, image.database.exports?.sequenceId ?? 0) },
    }));
  }

  #expire(now: number): boolean {
    for (const [name, { usedAt }] of this.#exports) if (now - usedAt >= LEASE_MS) this.end(name);
    return this.#exports.size > 0;
  }
}

/** Why rows of a table cannot be exported; null if all can. The entries of its indexes are not exported. */
function damageOf({ stores }: Region): BigtabError | null {
  return stores.flatMap(({ damage }) => damage ?? [])[0]?.error ?? null;
}
