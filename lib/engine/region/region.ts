import { compareBytes } from '../../bytes/compare.js';
import { toStringBinary } from '../../bytes/text.js';
import { BigtabError } from '../../errors.js';
import type { FamilyDescriptor } from '../../model/schema/family-descriptor.js';
import type { Configuration } from '../../model/schema/settings.js';
import type { TableDescriptor } from '../../model/schema/table-descriptor.js';
import type { FamilyRecord, IndexRecord, TableRecord, TableState } from '../../storage/catalog/catalog.js';
import type { SlabPool } from '../../storage/memstore/slab.js';
import type { DamagedRows } from './damaged-rows.js';
import { type HistoryRecord, historyTimes } from './kept-history.js';
import type { PruningCounts } from './pruning.js';
import { entryFamily, RegionIndex } from './region-index.js';
import { RegionReads } from './region-reads.js';
import type { ClockedTable, ImplicitTimes } from './row-clock.js';
import { type OpenFile, Store, type StoreRun, storeSchema } from './store.js';
import { type WriteLimits, writeLimitsOf } from './write-limits.js';

/** A family of a region as it is opened. */
export interface RegionFamily {
  readonly id: number;
  /** From oldest to newest. */
  readonly runs: readonly StoreRun[];
  /** The rows that compactions could not read. */
  readonly lost?: readonly DamagedRows[];
}

/** What a region shares with the other regions of its database. */
export interface RegionParts {
  readonly pool: SlabPool;
  /** The settings of the database (S-8). */
  readonly site: Configuration;
  /** Whether reads leave out files that contain nothing for them; default true. */
  readonly prunes?: boolean;
  /** Whether reads leave out what cannot be read, instead of rejecting; default false. */
  readonly salvages?: boolean;
}

/**
 * One table: a store per column family, all of which write to the one log of the database. A table is one region, which
 * is never split.
 */
export class Region implements ClockedTable {
  readonly id: number;
  readonly reads: RegionReads;
  #name: string;
  #importing: string | null;
  #descriptor: TableDescriptor;
  #stores: readonly Store[];
  #indexes: readonly RegionIndex[] = [];
  #allStores: readonly Store[];
  readonly #prunes: boolean;
  #schemaGeneration: number;
  #historyTimes: ReadonlyMap<number, number>;
  #keepsVersions: boolean;
  #writeLimits: WriteLimits;
  #snapshotBoundary = 0;
  state: TableState;
  /** Every edit up to here is in store files. */
  flushedSequenceId: number;
  /** Set if the table was dropped or truncated or its database closed: its scanners fail at their next batch. */
  closed = false;
  /** Whether it received cells that are not in the log (SKIP_WAL). */
  hasUnlogged = false;
  /** Why indexes could not be built, by their names. */
  readonly indexFailures: Map<string, BigtabError> = new Map();

  constructor(
    identity: HistoryRecord &
      Pick<TableRecord, 'id' | 'name' | 'state' | 'flushedSequenceId' | 'indexes' | 'importing'>,
    descriptor: TableDescriptor,
    families: readonly RegionFamily[],
    { pool, site, prunes = true, salvages = false }: RegionParts,
  ) {
    this.reads = new RegionReads(this, prunes);
    this.#prunes = prunes;
    this.id = identity.id;
    this.#name = identity.name;
    this.#importing = identity.importing ?? null;
    this.state = identity.state;
    this.flushedSequenceId = identity.flushedSequenceId;
    this.#schemaGeneration = identity.schemaGeneration;
    this.#historyTimes = historyTimes(identity);
    this.#descriptor = descriptor;
    this.#writeLimits = writeLimitsOf(descriptor, site);
    const { indexes = [] } = identity;
    const [own, entries] = [descriptor.families, indexes.map(({ name }) => entryFamily(name))];
    const stores = [...own, ...entries].map((family, index) => {
      const { id, runs, lost } = families[index] as RegionFamily;
      return new Store(id, storeSchema(family, descriptor, site), pool, runs, lost, salvages);
    });
    this.#allStores = stores;
    this.#stores = stores.slice(0, own.length);
    this.#indexes = this.#open(indexes);
    this.#keepsVersions = this.#stores.some(({ keepsVersions }) => keepsVersions);
  }

  get name(): string {
    return this.#name;
  }

  /**
   * The import that fills the table, or null. Until it has ended, only writes of the import use the table, and flushes and
   * compactions keep every cell.
   */
  get importing(): string | null {
    return this.#importing;
  }

  /** The import has ended: the table takes the name of its descriptor. */
  reveal(): void {
    this.#importing = null;
    this.#name = this.#descriptor.name;
  }

  get descriptor(): TableDescriptor {
    return this.#descriptor;
  }

  get writeLimits(): WriteLimits {
    return this.#writeLimits;
  }

  get schemaGeneration(): number {
    return this.#schemaGeneration;
  }

  /** The stores, in byte order of the family names (N-25). */
  get stores(): readonly Store[] {
    return this.#stores;
  }

  /** Whether its reads leave out files that contain nothing for them. */
  get prunes(): boolean {
    return this.#prunes;
  }

  /** The indexes, by name. */
  get indexes(): readonly RegionIndex[] {
    return this.#indexes;
  }

  /** The stores of its families, and then those with the entries of its indexes. */
  get allStores(): readonly Store[] {
    return this.#allStores;
  }

  /** The time since which a family has kept every cell, in ms; Infinity if it does not. */
  keepsHistorySince({ familyId, visibleUntil }: Store): number {
    return Math.max(this.#historyTimes.get(familyId) ?? Number.POSITIVE_INFINITY, visibleUntil + 1);
  }

  /** Whether a family keeps several versions. */
  get keepsVersions(): boolean {
    return this.#keepsVersions;
  }

  /** See ClockedTable. */
  get maxForeignTime(): number {
    let time = -1;
    for (const { view } of this.#stores) time = Math.max(time, view.maxForeignTime);
    return time;
  }

  /** What its reads have left out since it was opened. */
  get pruning(): PruningCounts {
    return this.reads.pruning;
  }

  store(name: Uint8Array): Store | undefined {
    return this.#stores.find((store) => compareBytes(store.name, name) === 0);
  }

  storeById(familyId: number): Store | undefined {
    return this.#allStores.find((store) => store.familyId === familyId);
  }

  /** Throws INVALID_OPERATION for a read-only table (W-7). */
  checkWritable(): void {
    if (this.#importing !== null) return;
    if (!this.#descriptor.readOnly) return;
    throw new BigtabError('INVALID_OPERATION', 'region is read only', { details: { table: this.name } });
  }

  /** Returns NO_SUCH_COLUMN_FAMILY for a request that names `family` (N-40). */
  noSuchFamily(family: Uint8Array): BigtabError {
    const known = this.#stores.map(({ name }) => `'${toStringBinary(name)}'`).join(', ');
    return new BigtabError(
      'NO_SUCH_COLUMN_FAMILY',
      `Column family '${toStringBinary(family)}' does not exist in table '${this.name}'; it has ${known}`,
      { details: { table: this.name, family: toStringBinary(family) } },
    );
  }

  /**
   * Applies a changed record with its descriptor and indexes. The families that it lacks are closed, and their cells in
   * memory are discarded, while open scans continue to read them; added families begin empty (S-35, S-37).
   */
  alter(descriptor: TableDescriptor, record: TableRecord, { pool, site }: RegionParts): void {
    const { indexes = [], families } = record;
    const present = new Map(this.#allStores.map((store) => [store.familyId, store]));
    const open = (family: FamilyDescriptor): Store => {
      const { id } = families.find(({ name }) => name === family.name) as FamilyRecord;
      const schema = storeSchema(family, descriptor, site);
      const store = present.get(id);
      if (store === undefined) return new Store(id, schema, pool, []);
      present.delete(id);
      store.alter(schema);
      return store;
    };
    this.#stores = descriptor.families.map(open);
    this.#allStores = [...this.#stores, ...indexes.map(({ name }) => open(entryFamily(name)))];
    this.#indexes = this.#open(indexes);
    for (const dropped of present.values()) dropped.close();
    this.#keepsVersions = this.#stores.some(({ keepsVersions }) => keepsVersions);
    this.#descriptor = descriptor;
    this.#writeLimits = writeLimitsOf(descriptor, site);
    this.#schemaGeneration = record.schemaGeneration;
    this.#historyTimes = historyTimes(record);
  }

  #open(indexes: readonly IndexRecord[]): readonly RegionIndex[] {
    return indexes.map((record) => {
      const store = this.storeById(record.familyId) as Store;
      const index = new RegionIndex(record, store, this.#stores, this.#prunes);
      const before = this.#indexes.find((other) => other.store === store);
      if (before?.complete) index.complete = true;
      return index;
    });
  }

  /** Why rows of it cannot be read; null if all can. */
  get damage(): BigtabError | null {
    for (const { damage } of this.#allStores) if (damage !== null) return (damage[0] as DamagedRows).error;
    return null;
  }

  /** Bytes of memory that its memstores use. */
  get memstoreBytes(): number {
    let bytes = 0;
    for (const { memstore } of this.#allStores) bytes += memstore.bytes;
    return bytes;
  }

  /** Whether frozen segments wait for a flush, or for the next one because the last failed. */
  get hasSnapshots(): boolean {
    return this.#allStores.some(({ memstore }) => memstore.snapshot !== null);
  }

  get hasUnflushed(): boolean {
    return this.hasSnapshots || this.#allStores.some(({ memstore }) => !memstore.active.isEmpty);
  }

  /** The smallest sequence id that is only in memory, or Infinity. */
  get oldestUnflushed(): number {
    let oldest = this.oldestActive;
    for (const { memstore } of this.#allStores) {
      if (memstore.snapshot !== null) oldest = Math.min(oldest, memstore.snapshot.minSequenceId);
    }
    return oldest;
  }

  /** The smallest sequence id of the active segments, or Infinity. */
  get oldestActive(): number {
    let oldest = Number.POSITIVE_INFINITY;
    for (const { memstore } of this.#allStores) oldest = Math.min(oldest, memstore.active.minSequenceId);
    return oldest;
  }

  /**
   * Every edit of the region up to here is in its frozen segments and files. Valid only while there are frozen
   * segments.
   */
  get snapshotBoundary(): number {
    return this.#snapshotBoundary;
  }

  /**
   * Freezes the active segments of all families at one sequence id, unless a failed flush left frozen segments: those
   * are flushed first.
   */
  takeSnapshots(lastSequenceId: number): void {
    if (this.hasSnapshots) return;
    for (const store of this.#allStores) if (!store.memstore.active.isEmpty) store.takeSnapshot();
    this.#snapshotBoundary = lastSequenceId;
  }

  /** Reports that the frozen segments are now in these files. */
  flushed(files: ReadonlyMap<Store, OpenFile>): void {
    for (const [store, file] of files) store.replaceSnapshot(file);
    this.flushedSequenceId = this.#snapshotBoundary;
  }

  /** See ClockedTable. */
  newestImplicit(row: Uint8Array, from: number, upTo: number): ImplicitTimes {
    return this.reads.newestImplicit(row, from, upTo);
  }

  /** Ends the region. Open scans continue to read the views that they keep until they are closed. */
  close(): void {
    this.closed = true;
    for (const store of this.#allStores) store.close();
  }
}
