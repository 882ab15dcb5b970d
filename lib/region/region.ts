import { compareBytes } from '../bytes/compare.js';
import { toStringBinary } from '../bytes/text.js';
import type { TableState } from '../catalog/catalog.js';
import { BigtabError } from '../errors.js';
import type { SlabPool } from '../memstore/slab.js';
import type { FamilySelection } from '../model/family-selection.js';
import type { TableDescriptor } from '../model/table-descriptor.js';
import {
  createRegionScanner,
  type RegionScanner,
  type RegionScanOptions,
  type ScanFamily,
} from '../scan/region-scanner.js';
import { type OpenFile, Store } from './store.js';
import type { StoreView } from './store-view.js';

/** A family of a region as it is opened. */
export interface RegionFamily {
  readonly id: number;
  readonly files: readonly OpenFile[];
}

/** Which rows a scan visits and in which direction (R-80…R-84). */
export interface ScanRange {
  /** Where the scan begins; empty = at the table's end it begins from. */
  readonly start: Uint8Array;
  readonly startInclusive: boolean;
  /** Empty = to the other end of the table. */
  readonly stop: Uint8Array;
  readonly stopInclusive: boolean;
  readonly reversed: boolean;
}

/** A scan in use: its scanner, and the views that keep its segments and files alive. */
export interface OpenScan {
  readonly scanner: RegionScanner;
  close(): void;
}

/** A get and a scan may run side by side; more at once are rare. */
const IDLE_SCANNERS = 2;

/**
 * One table: a store per column family, all fed by the one log of the database. A table is one region; nothing splits.
 */
export class Region {
  readonly id: number;
  readonly name: string;
  #descriptor: TableDescriptor;
  #stores: readonly Store[];
  #schemaGeneration: number;
  #snapshotBoundary = 0;
  /** Closed scanners, kept so that a read allocates only its answer. */
  readonly #idleScanners: RegionScanner[] = [];
  state: TableState;
  /** Every edit up to here stands in store files. */
  flushedSequenceId: number;
  /** Set when the table was dropped, truncated or its database closed: its scanners fail at their next batch. */
  closed = false;
  /** Set when its files cannot be opened: requests fail with it, and its part of the log is kept. */
  damage: BigtabError | null = null;

  constructor(
    identity: {
      readonly id: number;
      readonly name: string;
      readonly state: TableState;
      readonly schemaGeneration: number;
      readonly flushedSequenceId: number;
    },
    descriptor: TableDescriptor,
    families: readonly RegionFamily[],
    pool: SlabPool,
  ) {
    this.id = identity.id;
    this.name = identity.name;
    this.state = identity.state;
    this.flushedSequenceId = identity.flushedSequenceId;
    this.#schemaGeneration = identity.schemaGeneration;
    this.#descriptor = descriptor;
    this.#stores = descriptor.families.map((family, index) => {
      const { id, files } = families[index] as RegionFamily;
      return new Store(id, family, pool, files);
    });
  }

  get descriptor(): TableDescriptor {
    return this.#descriptor;
  }

  get schemaGeneration(): number {
    return this.#schemaGeneration;
  }

  /** In byte order of the family names (N-25). */
  get stores(): readonly Store[] {
    return this.#stores;
  }

  store(name: Uint8Array): Store | undefined {
    return this.#stores.find((store) => compareBytes(store.name, name) === 0);
  }

  storeById(familyId: number): Store | undefined {
    return this.#stores.find((store) => store.familyId === familyId);
  }

  /** NO_SUCH_COLUMN_FAMILY for a request that names `family` (N-40). */
  noSuchFamily(family: Uint8Array): BigtabError {
    const known = this.#stores.map(({ name }) => `'${toStringBinary(name)}'`).join(', ');
    return new BigtabError(
      'NO_SUCH_COLUMN_FAMILY',
      `Column family '${toStringBinary(family)}' does not exist in table '${this.name}'; it has ${known}`,
      { details: { table: this.name, family: toStringBinary(family) } },
    );
  }

  /** Takes over a descriptor with further families; the present ones stay as they are. `ids` are in the order of `descriptor.families`. */
  addFamilies(descriptor: TableDescriptor, ids: readonly number[], schemaGeneration: number, pool: SlabPool): void {
    const present = new Map(this.#stores.map((store) => [store.familyId, store]));
    this.#stores = descriptor.families.map((family, index) => {
      const id = ids[index] as number;
      return present.get(id) ?? new Store(id, family, pool, []);
    });
    this.#descriptor = descriptor;
    this.#schemaGeneration = schemaGeneration;
  }

  /** Bytes of memory that its memstores hold. */
  get memstoreBytes(): number {
    let bytes = 0;
    for (const { memstore } of this.#stores) bytes += memstore.bytes;
    return bytes;
  }

  /** Whether frozen segments wait for a flush, or for the next one because the last failed. */
  get hasSnapshots(): boolean {
    return this.#stores.some(({ memstore }) => memstore.snapshot !== null);
  }

  get hasUnflushed(): boolean {
    return this.hasSnapshots || this.#stores.some(({ memstore }) => !memstore.active.isEmpty);
  }

  /** Smallest sequence id that stands in memory only, or Infinity. */
  get oldestUnflushed(): number {
    if (this.damage !== null) return this.flushedSequenceId + 1;
    let oldest = this.oldestActive;
    for (const { memstore } of this.#stores) {
      if (memstore.snapshot !== null) oldest = Math.min(oldest, memstore.snapshot.minSequenceId);
    }
    return oldest;
  }

  /** Smallest sequence id of the active segments, or Infinity. */
  get oldestActive(): number {
    let oldest = Number.POSITIVE_INFINITY;
    for (const { memstore } of this.#stores) oldest = Math.min(oldest, memstore.active.minSequenceId);
    return oldest;
  }

  /** Every edit of the region up to here stands in its frozen segments and files. Of use while there are frozen segments. */
  get snapshotBoundary(): number {
    return this.#snapshotBoundary;
  }

  /** Freezes the active segments of all families at one sequence id, unless a failed flush left frozen ones: those go first. */
  takeSnapshots(lastSequenceId: number): void {
    if (this.hasSnapshots) return;
    for (const store of this.#stores) if (!store.memstore.active.isEmpty) store.takeSnapshot();
    this.#snapshotBoundary = lastSequenceId;
  }

  /** The frozen segments stand in these files now. */
  flushed(files: ReadonlyMap<Store, OpenFile>): void {
    for (const [store, file] of files) store.replaceSnapshot(file);
    this.flushedSequenceId = this.#snapshotBoundary;
  }

  /**
   * A scanner over `range`. With `retain`, the views are kept until `close`, so that the scanner may live longer than this turn.
   * Throws NO_SUCH_COLUMN_FAMILY.
   */
  openScan(
    range: ScanRange,
    selection: readonly FamilySelection[],
    readPoint: number,
    now: number,
    retain: boolean,
  ): OpenScan {
    const views: StoreView[] = [];
    const families: ScanFamily[] = [];
    const rows = range.reversed
      ? { start: range.stop, stop: range.start.length === 0 ? null : range.start }
      : { start: range.start, stop: range.stop.length === 0 ? null : range.stop };
    try {
      for (const { store, index, qualifiers } of this.#select(selection)) {
        if (retain) views.push(store.view.retain());
        families.push({ index, qualifiers, sources: store.sources(store.view, rows, qualifiers) });
      }
      const stop = range.stop.length === 0 ? null : range.stop;
      const scanner = this.#takeScanner({ ...range, families, stop, readPoint, now });
      let open = true;
      return {
        scanner,
        close: () => {
          if (!open) return;
          open = false;
          scanner.close();
          releaseAll(views);
          if (this.#idleScanners.length < IDLE_SCANNERS) this.#idleScanners.push(scanner);
        },
      };
    } catch (error) {
      // A file that cannot be read: what was opened before it would hold its blocks and segments for ever.
      for (const { sources } of families) for (const source of sources) source.close();
      releaseAll(views);
      throw error;
    }
  }

  /** A scanner over one row; for use within this turn. */
  openGet(row: Uint8Array, selection: readonly FamilySelection[], readPoint: number, now: number): OpenScan {
    const range = { start: row, startInclusive: true, stop: row, stopInclusive: true, reversed: false };
    return this.openScan(range, selection, readPoint, now, false);
  }

  /** Ends the region. Scans that are open go on reading what they hold until they are closed. */
  close(): void {
    this.closed = true;
    for (const store of this.#stores) store.close();
  }

  /** One that an earlier read has left, made ready again, or a new one. */
  #takeScanner(options: RegionScanOptions): RegionScanner {
    const idle = this.#idleScanners.pop();
    if (idle === undefined) return createRegionScanner(options);
    idle.reset(options);
    return idle;
  }

  /** The stores of a selection, in family order; none named = all. */
  #select(
    selection: readonly FamilySelection[],
  ): { store: Store; index: number; qualifiers: readonly Uint8Array[] | null }[] {
    if (selection.length === 0) return this.#stores.map((store, index) => ({ store, index, qualifiers: null }));
    const chosen = selection.map(({ family, qualifiers }) => {
      const index = this.#stores.findIndex((store) => compareBytes(store.name, family) === 0);
      if (index < 0) throw this.noSuchFamily(family);
      return { store: this.#stores[index] as Store, index, qualifiers };
    });
    return chosen.sort((a, b) => a.index - b.index);
  }
}

function releaseAll(views: StoreView[]): void {
  for (const view of views.splice(0)) view.release();
}
