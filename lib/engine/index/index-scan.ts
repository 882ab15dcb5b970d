import { compareBytes, equalBytes } from '../../bytes/compare.js';
import { BigtabError, invalidArgument } from '../../errors.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { ResultBlockWriter } from '../../keyvalue/result-block.js';
import type { FilterEvaluator } from '../filter/filter-evaluator.js';
import { allowAnyRowNext } from '../filter/filter-state.js';
import { PinnedReads } from '../region/pinned-reads.js';
import type { Region } from '../region/region.js';
import type { RegionIndex } from '../region/region-index.js';
import { continuedFilter, type OpenScan, type RegionQuery, type RowScanner } from '../region/region-reads.js';
import type { RowReader } from '../region/row-reader.js';
import type { ScanRange } from '../region/scan-range.js';
import type { StoreView } from '../region/store-view.js';
import type { FillBudget } from '../scan/region-scanner.js';
import { EntryCursor } from './entry-cursor.js';
import { valuesAt, valuesOf } from './index-entries.js';
import {
  type EntryRange,
  entryRange,
  hasParts,
  type IndexBounds,
  isEntryKey,
  partsLength,
  readText,
} from './index-key.js';
import type { IndexSnapshot } from './index-snapshot.js';

/** A read of a table by one of its indexes. */
export interface IndexRead extends IndexBounds {
  readonly index: string;
}

/** The index of a read. Throws INVALID_ARGUMENT for an unknown one, INVALID_STATE while it is built. */
export function findIndex(region: Region, name: string): RegionIndex {
  const index = region.indexes.find((candidate) => candidate.name === name);
  if (index === undefined) {
    const known = region.indexes.map((one) => `'${one.name}'`).join(', ');
    const failure = region.indexFailures.get(name);
    const why = failure === undefined ? '' : `. ${failure.message}`;
    throw invalidArgument(
      `table '${region.name}' has no index '${name}'; it has ${known === '' ? 'none' : known}${why}`,
    );
  }
  if (index.complete) return index;
  const percent = Math.floor(index.built * 100);
  throw new BigtabError(
    'INVALID_STATE',
    `Index '${name}' of table '${region.name}' is not complete: ${percent} % of the rows are done. Await ensureTable first. A database that is only read builds no index`,
    { details: { table: region.name, index: name, done: index.built } },
  );
}

/**
 * Reads the rows of a table in the order of an index, at one read point: visits the entries within the bounds, and
 * reads the row of each. An entry whose row has other values at that time is passed over. A filter judges each row by
 * itself, as a forward scan does; only what it counts, and WhileMatchFilter, follow the order of the index.
 */
export class IndexScan implements OpenScan {
  readonly filter: FilterEvaluator | null;
  readonly views: readonly StoreView[];
  /** The keys of the entries whose rows the last `fill` returned. */
  returned: Uint8Array[] = [];
  readonly #index: RegionIndex;
  readonly #range: EntryRange;
  readonly #pinned: PinnedReads;
  readonly #rows: RowReader;
  readonly #snapshot: IndexSnapshot;
  readonly #entries: EntryCursor;
  /** Whether the rows that it returns show the values of the index. */
  readonly #covers: boolean;
  /** The cells of the row that was read last. */
  readonly #cells: CellView[] = [];
  #open = true;

  /**
   * `position`: continues with this entry, or with the next one. `rows`: the number of rows that are probably read.
   * Throws INVALID_ARGUMENT for bounds that the index cannot have, and for the position of a scan by another index or with
   * other bounds.
   */
  constructor(
    region: Region,
    index: RegionIndex,
    read: IndexRead,
    position: { readonly key: Uint8Array; readonly inclusive: boolean; readonly reversed: boolean },
    query: RegionQuery,
    readPoint: number,
    now: number,
    rows: number,
  ) {
    this.#index = index;
    this.#range = entryRange(index.descriptor, read);
    this.#covers = covers(query, index);
    this.filter = continuedFilter(query);
    this.#pinned = new PinnedReads(region, region.prunes);
    try {
      requireWithin(this.#range, index, position.key);
      this.#entries = new EntryCursor(index, from(this.#range, position), readPoint, now, true, rows);
    } catch (error) {
      this.#pinned.close();
      throw error;
    }
    const { reads } = this.#pinned;
    this.#rows = reads.rows(query, this.filter, readPoint, now);
    this.#snapshot = { reads, stores: region.stores, readPoint, now };
    this.views = [...this.#pinned.views, ...this.#entries.views];
  }

  get scanner(): RowScanner {
    return this;
  }

  /** The number of entries visited so far. */
  get entries(): number {
    return this.#entries.read;
  }

  fill(writer: ResultBlockWriter, budget: FillBudget): boolean {
    this.returned = [];
    try {
      return this.#fill(writer, budget);
    } finally {
      this.#rows.release();
    }
  }

  #fill(writer: ResultBlockWriter, budget: FillBudget): boolean {
    const lastRow = writer.wholeRows + budget.rows;
    for (let key = this.#entries.key; key !== null; key = this.#entries.key) {
      if (this.filter !== null) {
        allowAnyRowNext(this.filter);
        if (this.filter.filterAllRemaining()) return false;
      }
      this.#visit(key, writer);
      this.#entries.next();
      if (writer.wholeRows >= lastRow || writer.byteLength >= budget.bytes || budget.deadline())
        return this.#entries.key !== null;
    }
    return false;
  }

  nextRow(): Uint8Array {
    return this.#entries.key as Uint8Array;
  }

  exists(): boolean {
    throw new Error('An existence check never uses an index');
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#entries.close();
    this.#pinned.close();
  }

  /** Reads the row of an entry if it has the values of the entry, and they are within the bounds. */
  #visit(key: Uint8Array, writer: ResultBlockWriter): void {
    const length = partsLength(this.#index.descriptor.order, key);
    const row = key.subarray(length);
    if (this.#covers) {
      if (!this.#read(row, writer)) return;
      if (this.#isDue(key, length, valuesOf(this.#snapshot, this.#index, writer.lastRow(this.#cells))))
        this.returned.push(key);
      else writer.removeLastRow();
      return;
    }
    const qualifiers = this.#qualifiersOf(key.subarray(0, length));
    const values = valuesAt(this.#snapshot, this.#index, row, qualifiers);
    if (this.#isDue(key, length, values) && this.#read(row, writer)) this.returned.push(key);
  }

  /** `length`: of the parts of the key. */
  #isDue(key: Uint8Array, length: number, present: readonly (readonly Uint8Array[])[]): boolean {
    const { order } = this.#index.descriptor;
    const { matches } = this.#range;
    return present.some((values) => hasParts(key, length, order, values) && (matches === null || matches(values)));
  }

  /** The qualifier of an entry of an index on qualifiers; null if only its beginning is in the key. */
  #qualifiersOf(parts: Uint8Array): readonly Uint8Array[] | null {
    return this.#index.descriptor.qualifiersOf === null ? null : qualifierOf(parts);
  }

  /** Returns whether the row has a cell that the query returns. */
  #read(row: Uint8Array, writer: ResultBlockWriter): boolean {
    const before = writer.wholeRows;
    this.#rows.read(row, writer);
    return writer.wholeRows > before;
  }
}

/** Whether the rows that a query returns have all columns of the index, so that they need not be read apart. */
function covers(query: RegionQuery, { columns }: RegionIndex): boolean {
  if (query.filter !== null || query.maxResultsPerColumnFamily >= 0 || query.rowOffsetPerColumnFamily > 0) return false;
  if (query.families.length === 0) return true;
  return columns.every(({ store, qualifier }) => {
    const selected = query.families.find(({ family }) => equalBytes(family, store.name));
    if (selected === undefined) return false;
    const { qualifiers } = selected;
    return qualifiers === null || (qualifier !== null && qualifiers.some((one) => equalBytes(one, qualifier)));
  });
}

/** The qualifier, unless it may be longer than what is in the index. */
function qualifierOf(parts: Uint8Array): readonly Uint8Array[] | null {
  if (parts.length > 4096) return null;
  return [readText(parts, 1)];
}

/** `position`: the key of an entry; empty: the scan begins. */
function requireWithin({ start, stop }: EntryRange, { descriptor }: RegionIndex, position: Uint8Array): void {
  const { name, order } = descriptor;
  if (position.length === 0) return;
  const isInside = compareBytes(position, start) >= 0 && (stop.length === 0 || compareBytes(position, stop) < 0);
  if (isInside && isEntryKey(order, position)) return;
  throw invalidArgument(
    `after is not a position of this scan by index '${name}', or the index was replaced by another`,
  );
}

function from(
  { start, stop }: EntryRange,
  { key, inclusive, reversed }: { readonly key: Uint8Array; readonly inclusive: boolean; readonly reversed: boolean },
): ScanRange {
  const continues = key.length > 0;
  const first = continues ? { start: key, startInclusive: inclusive } : null;
  return reversed
    ? { start: stop, startInclusive: false, stop: start, stopInclusive: true, ...first, reversed }
    : { start, startInclusive: true, stop, stopInclusive: false, ...first, reversed };
}
