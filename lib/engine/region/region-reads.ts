import { compareBytes } from '../../bytes/compare.js';
import type { BigtabError } from '../../errors.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { incompatibleFilter } from '../../model/incompatible-filter.js';
import type { QueryOptions, ScanOptions } from '../../model/query-options.js';
import type { TimeRange } from '../../model/time-range.js';
import { decodeFilter } from '../filter/decode-filter.js';
import type { FilterEvaluator } from '../filter/filter-evaluator.js';
import { restoreFilterState } from '../filter/filter-state.js';
import { ONE_ROW, RegionScanner, type RegionScanOptions, type ScanFamily } from '../scan/region-scanner.js';
import type { UnwrittenChanges } from '../scan/unwritten-changes.js';
import { type ReadableRange, readableRange } from './damaged-rows.js';
import { newestImplicit } from './newest-implicit.js';
import { Pruner, type PruningCounts } from './pruning.js';
import type { ReadStore } from './read-store.js';
import { FamilyTrace, ReadTrace } from './read-trace.js';
import { someCell, type VisitNext, visitCells } from './row-cells.js';
import type { ImplicitTimes } from './row-clock.js';
import { KeptScanners, type RowFamily, type RowReader } from './row-reader.js';
import type { ScanRange } from './scan-range.js';
import type { StoreView } from './store-view.js';

/** What a scan requests in addition to its rows. */
export interface RegionQuery extends ScanOptions {
  /** Cells per Result; Infinity = whole rows. */
  readonly batch: number;
  /** The size of a transfer, at whose end rows are cut; default Infinity: they are not cut. */
  readonly transferBytes?: number;
  /** The number of Results after which a transfer also ends; default Infinity. */
  readonly transferResults?: number;
  /** What the filter remembers of the rows before the range; empty: nothing. */
  readonly filterState?: Uint8Array;
}

/** The families of the region. */
export interface ReadFamilies {
  /** In byte order of their names. */
  readonly stores: readonly ReadStore[];
  /** The error of a read that names a family which is not among them. */
  noSuchFamily(family: Uint8Array): BigtabError;
}

/** A family of which a read needs a part. */
interface SelectedStore {
  readonly store: ReadStore;
  /** Index of the family in its region. */
  readonly index: number;
  /** The wanted columns; null = all. */
  readonly qualifiers: readonly Uint8Array[] | null;
}

/** What returns the rows of a scan, batch by batch. */
export type RowScanner = Pick<RegionScanner, 'fill' | 'nextRow' | 'exists'>;

/** A scan in use: its scanner, and the views that keep its segments and files alive. */
export interface OpenScan {
  readonly scanner: RowScanner;
  /** Empty unless they are retained. */
  readonly views: readonly StoreView[];
  readonly filter: FilterEvaluator | null;
  /** Of a scan by an index: the keys of the entries whose rows the last `fill` returned. */
  readonly returned?: readonly Uint8Array[];
  close(): void;
}

/** A scan that is traced. Let it work within `trace.during`. */
export interface TracedScan {
  readonly scan: OpenScan;
  readonly trace: ReadTrace;
}

const NO_ROW = new Uint8Array();

const UNLIMITED = Number.POSITIVE_INFINITY;

/** A get and a scan may be open at the same time; more at once are rare. */
const IDLE_SCANNERS = 2;

type How = Pick<
  RegionScanOptions,
  'readPoint' | 'now' | 'raw' | 'batch' | 'transferBytes' | 'transferResults' | 'filter' | 'unwritten'
>;

/** Opens the reads of one region: combines what they read with the rules that apply. */
export class RegionReads {
  readonly #families: ReadFamilies;
  readonly #pruner: Pruner;
  /** The pruner of internal reads, which are not counted. */
  readonly #uncounted: Pruner;
  /** Closed scanners, kept so that a read allocates only its result. */
  readonly #idleScanners: RegionScanner[] = [];

  constructor(families: ReadFamilies, prunes: boolean) {
    this.#families = families;
    this.#pruner = new Pruner(prunes);
    this.#uncounted = new Pruner(prunes);
  }

  /** The files that the reads have left out. */
  get pruning(): PruningCounts {
    return this.#pruner.counts;
  }

  /**
   * Opens a scanner over `range`. With `retain`, the views are kept until `close`, so that the scanner may live longer
   * than this turn. `unwritten`: collects what may change without a write. Throws NO_SUCH_COLUMN_FAMILY.
   */
  scan(
    range: ScanRange,
    query: RegionQuery,
    readPoint: number,
    now: number,
    retain: boolean,
    unwritten: UnwrittenChanges | null = null,
  ): OpenScan {
    const stores = this.#select(query);
    return this.#open(stores, range, query, howToScan(query, readPoint, now, unwritten), retain, null);
  }

  /** Like `scan` with `retain`, traced from the first block on. */
  traced(
    range: ScanRange,
    query: RegionQuery,
    readPoint: number,
    now: number,
    unwritten: UnwrittenChanges | null = null,
  ): TracedScan {
    const stores = this.#select(query);
    const families = stores.map(({ store }) => new FamilyTrace(store));
    const trace = new ReadTrace(families);
    const how = howToScan(query, readPoint, now, unwritten);
    return { trace, scan: trace.during(() => this.#open(stores, range, query, how, true, families)) };
  }

  /**
   * Opens a scanner over one row, for use within this turn. `unwritten`: collects what may change without a write.
   * Throws NO_SUCH_COLUMN_FAMILY.
   */
  get(
    row: Uint8Array,
    query: QueryOptions,
    readPoint: number,
    now: number,
    unwritten: UnwrittenChanges | null = null,
  ): OpenScan {
    const how = howToGet(evaluatorOf(query), readPoint, now, unwritten);
    return this.#open(this.#select(query), rangeOf(row), query, how, false, null);
  }

  /**
   * Reads rows within one turn, as `get` does, with a filter that has judged the rows before, in place of that of the
   * query. Call `release` at the end of the turn. Throws NO_SUCH_COLUMN_FAMILY.
   */
  rows(query: QueryOptions, filter: FilterEvaluator | null, readPoint: number, now: number): RowReader {
    const stores = this.#select(query);
    const how = howToGet(filter, readPoint, now, null);
    if (filter !== null || stores.some(({ store }) => store.damage !== null)) {
      return {
        read: (row, writer) => writeRow(this.#open(stores, rangeOf(row), query, how, false, null), writer),
        release: () => undefined,
      };
    }
    const families = stores.map(({ store, qualifiers }) => {
      return { store, qualifiers, timeRange: timeRangeOf(query, store) };
    });
    const empty = stores.map(({ store, index, qualifiers }, at): ScanFamily => {
      const { timeRange } = families[at] as RowFamily;
      return { index, family: store.name, qualifiers, info: store.scanInfo, timeRange, sources: [], counts: null };
    });
    const scanner = new RegionScanner(scanOptions(rangeOf(NO_ROW), null, query, how, empty));
    return new KeptScanners(families, scanner, this.#pruner, now);
  }

  /** The newest implicit timestamp of a row; see newest-implicit. */
  newestImplicit(row: Uint8Array, from: number, upTo: number): ImplicitTimes {
    return newestImplicit(this.#families.stores, this.#uncounted, row, from, upTo);
  }

  /** Like `visitCells` of row-cells; its files are not counted. */
  visitCells(
    store: ReadStore,
    row: Uint8Array,
    columns: readonly Uint8Array[] | null,
    from: number,
    visit: (cell: CellView) => VisitNext,
  ): void {
    visitCells(store, this.#uncounted, row, columns, from, visit);
  }

  /** Like `someCell` of row-cells; its files are not counted. */
  someCell(store: ReadStore, row: Uint8Array, test: (cell: CellView) => boolean): boolean {
    return someCell(store, this.#uncounted, row, test);
  }

  /** The stores that the query selects, in family order; an empty selection means all. */
  #select({ families }: QueryOptions): SelectedStore[] {
    const { stores } = this.#families;
    if (families.length === 0) return stores.map((store, index) => ({ store, index, qualifiers: null }));
    const chosen = families.map(({ family, qualifiers }) => {
      const index = stores.findIndex(({ name }) => compareBytes(name, family) === 0);
      if (index < 0) throw this.#families.noSuchFamily(family);
      return { store: stores[index] as ReadStore, index, qualifiers };
    });
    return chosen.sort((a, b) => a.index - b.index);
  }

  #open(
    stores: readonly SelectedStore[],
    asked: ScanRange,
    query: QueryOptions,
    how: How,
    retain: boolean,
    traces: readonly FamilyTrace[] | null,
  ): OpenScan {
    let readable: ReadableRange = { range: asked, beyond: null };
    for (const { store } of stores) if (store.damage !== null) readable = readableRange(readable, store.damage);
    const { range, beyond } = readable;
    const views: StoreView[] = [];
    const families: ScanFamily[] = [];
    const rows = range.reversed
      ? { start: range.stop, stop: range.start.length === 0 ? null : range.start }
      : { start: range.start, stop: range.stop.length === 0 ? null : range.stop };
    const { raw, now, filter } = how;
    const everyRow =
      filter !== null && (filter.hasFilterRow || !stores.every(({ store }) => filter.isFamilyEssential(store.name)));
    try {
      for (const { store, index, qualifiers } of stores) {
        if (retain) views.push(store.view.retain());
        const timeRange = timeRangeOf(query, store);
        const trace = traces?.[families.length] ?? null;
        const read = { rows, qualifiers, timeRange, raw, now, everyRow };
        const sources = store.sources(store.view, read, this.#pruner, trace?.verdicts ?? null);
        const counts = trace?.counts ?? null;
        families.push({ index, family: store.name, qualifiers, info: store.scanInfo, timeRange, sources, counts });
      }
      return this.#begin(scanOptions(range, beyond, query, how, families), views);
    } catch (error) {
      // A file cannot be read: the sources opened before it would keep their blocks and segments indefinitely.
      for (const { sources } of families) for (const source of sources) source.close();
      releaseAll(views);
      throw error;
    }
  }

  #begin(options: RegionScanOptions, views: StoreView[]): OpenScan {
    const scanner = this.#takeScanner(options);
    let open = true;
    return {
      scanner,
      views,
      filter: options.filter,
      close: () => {
        if (!open) return;
        open = false;
        scanner.close();
        releaseAll(views);
        if (this.#idleScanners.length < IDLE_SCANNERS) this.#idleScanners.push(scanner);
      },
    };
  }

  /** A scanner of an earlier read, prepared again, or a new one. */
  #takeScanner(options: RegionScanOptions): RegionScanner {
    const idle = this.#idleScanners.pop();
    if (idle === undefined) return new RegionScanner(options);
    idle.reset(options);
    return idle;
  }
}

function howToScan(query: RegionQuery, readPoint: number, now: number, unwritten: UnwrittenChanges | null): How {
  const { raw, batch, transferBytes = UNLIMITED, transferResults = UNLIMITED } = query;
  const filter = continuedFilter(query);
  if (batch < UNLIMITED && filter?.hasFilterRow) throw incompatibleFilter();
  return { readPoint, now, raw, batch, transferBytes, transferResults, filter, unwritten };
}

/** Writes the row of a get, and closes it. */
export function writeRow(scan: OpenScan, writer: ResultBlockWriter): void {
  try {
    scan.scanner.fill(writer, ONE_ROW);
  } finally {
    scan.close();
  }
}

function rangeOf(row: Uint8Array): ScanRange {
  return { start: row, startInclusive: true, stop: row, stopInclusive: true, reversed: false };
}

function howToGet(
  filter: FilterEvaluator | null,
  readPoint: number,
  now: number,
  unwritten: UnwrittenChanges | null,
): How {
  return {
    readPoint,
    now,
    raw: false,
    batch: UNLIMITED,
    transferBytes: UNLIMITED,
    transferResults: UNLIMITED,
    filter,
    unwritten,
  };
}

/** The evaluator of a scan's filter, with what it remembers of the rows before the range. */
export function continuedFilter(query: RegionQuery): FilterEvaluator | null {
  const filter = evaluatorOf(query);
  if (filter !== null && query.filterState?.length) restoreFilterState(filter, query.filterState);
  return filter;
}

/** The evaluator of a query's filter, or null. Throws INVALID_ARGUMENT for a filter that is malformed. */
function evaluatorOf({ filter }: QueryOptions): FilterEvaluator | null {
  return filter === null ? null : decodeFilter(filter as Uint8Array);
}

/**
 * Field by field: `range` and `query` may be a whole request, and the scanner is fast while its options have one shape.
 */
function scanOptions(
  range: ScanRange,
  beyond: BigtabError | null,
  query: QueryOptions,
  how: How,
  families: readonly ScanFamily[],
): RegionScanOptions {
  return {
    families,
    start: range.start,
    startInclusive: range.startInclusive,
    stop: range.stop.length === 0 ? null : range.stop,
    stopInclusive: range.stopInclusive,
    beyond,
    reversed: range.reversed,
    readPoint: how.readPoint,
    now: how.now,
    raw: how.raw,
    batch: how.batch,
    transferBytes: how.transferBytes,
    transferResults: how.transferResults,
    filter: how.filter,
    unwritten: how.unwritten,
    onDemand: query.loadColumnFamiliesOnDemand,
    maxVersions: query.maxVersions,
    storeLimit: query.maxResultsPerColumnFamily,
    storeOffset: query.rowOffsetPerColumnFamily,
  };
}

function releaseAll(views: StoreView[]): void {
  for (const view of views.splice(0)) view.release();
}

/** The family's own time range, if the read names one, otherwise that of the read. */
function timeRangeOf(query: QueryOptions, store: ReadStore): TimeRange {
  for (const { family, timeRange } of query.familyTimeRanges) {
    if (compareBytes(family, store.name) === 0) return timeRange;
  }
  return query.timeRange;
}
