import { ByteWriter } from '../../bytes/byte-writer.js';
import { BigtabError } from '../../errors.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { ResultBlockWriter } from '../../keyvalue/result-block.js';
import { rowsIn } from '../../keyvalue/rows-in.js';
import { type FamilySelection, select } from '../../model/family-selection.js';
import { NEWEST_OF_ALL } from '../../model/query-options.js';
import type { IndexOrder } from '../../model/schema/index-descriptor.js';
import { appendDoubt } from '../index/doubtful-rows.js';
import { type Entry, entriesOf, entriesOfCells } from '../index/index-entries.js';
import { isZero } from '../index/index-key.js';
import { BEFORE_EXPIRY, snapshotOf } from '../index/index-snapshot.js';
import { requireUnique } from '../index/unique-claims.js';
import { appendEntry } from '../index/write-entries.js';
import type { RequestEdits } from '../mutation/request-edits.js';
import type { Engine } from '../region/engine.js';
import type { Region } from '../region/region.js';
import type { RegionIndex } from '../region/region-index.js';
import { UnwrittenChanges } from '../scan/unwritten-changes.js';
import { writeInternally } from './write-internally.js';

/** A step ends with the row that makes the rows that it has read reach this length, in bytes. */
const STEP_BYTES = 256 * 1024;

/**
 * Gives an index the entries of the rows that are already in its table, one step after the other, in the order of their
 * keys. Writes go on between two steps and maintain the entries of the rows that they change, whether or not a step has
 * reached them, so the index has all entries when the last row was read. The entries are logged as a client's writes are.
 */
export class IndexBuild {
  /** Cells visited so far, and those that there are, about. */
  done = 0;
  readonly total: number;
  /** Pairs of rows in a unique index of which one has 0 and one -0, which were two values before. */
  readonly equalRows: Set<string> = new Set();
  readonly #engine: Engine;
  readonly #region: Region;
  readonly #index: RegionIndex;
  readonly #families: readonly FamilySelection[];
  readonly #rows = new ResultBlockWriter();
  readonly #entries = new ByteWriter();
  #next: Uint8Array = new Uint8Array();

  constructor(engine: Engine, region: Region, index: RegionIndex) {
    this.#engine = engine;
    this.#region = region;
    this.#index = index;
    const families: FamilySelection[] = [];
    for (const { store, qualifier } of index.columns) select(families, store.name, qualifier);
    this.#families = families;
    const stores = new Set(index.columns.map(({ store }) => store));
    this.total = [...stores].reduce((cells, { view }) => cells + view.cellCount, 0);
  }

  /**
   * Reads rows until `deadline` returns true, and writes their entries. Returns true if there are no more rows. Throws
   * CONDITION_FAILED if two rows have the same values in a unique index.
   */
  step(deadline: () => boolean): boolean {
    const { group } = this.#engine;
    const range = { start: this.#next, startInclusive: true, stop: new Uint8Array(), stopInclusive: false };
    const query = { ...NEWEST_OF_ALL, families: this.#families, raw: false, batch: Number.POSITIVE_INFINITY };
    const changes = new UnwrittenChanges();
    const { reads } = this.#region;
    const { scan, trace } = reads.traced({ ...range, reversed: false }, query, group.readPoint, BEFORE_EXPIRY, changes);
    const writer = this.#rows;
    writer.begin([]);
    try {
      const more = scan.scanner.fill(writer, { rows: Number.POSITIVE_INFINITY, bytes: STEP_BYTES, deadline });
      if (more) this.#next = scan.scanner.nextRow();
      const hiding = changes.take().flatMap(({ row, hides }) => (hides ? [row] : []));
      writeInternally(this.#engine, this.#region, (edits) => this.#append(edits, hiding));
      this.done = Math.min(this.done + trace.cells, this.total);
      return !more;
    } finally {
      scan.close();
    }
  }

  /** Throws CONDITION_FAILED for values that were equal before, too. */
  #requireUnique(entry: Entry, row: Uint8Array, readPoint: number): void {
    const index = this.#index;
    const { descriptor, twoZeros } = index;
    try {
      requireUnique([{ region: this.#region, index, row, entry }], 0, readPoint, this.#engine.dataClock.now());
    } catch (error) {
      const hasZero = entry.values.some((value, at) => isZero(descriptor.order[at] as IndexOrder, value));
      if (!twoZeros || !hasZero || !BigtabError.is(error)) throw error;
      const { row: other, refused } = error.details;
      // A build that begins again finds them in both orders.
      this.equalRows.add(`'${[other, refused].sort().join("' and '")}'`);
    }
  }

  /** `hiding`: rows with markers. */
  #append(edits: RequestEdits, hiding: readonly Uint8Array[]): void {
    const index = this.#index;
    if (this.#rows.rows + hiding.length === 0) return;
    const sequenceId = this.#engine.group.takeSequenceIds(1);
    const snapshot = snapshotOf(this.#region, sequenceId, BEFORE_EXPIRY);
    for (const cells of rowsIn(this.#rows)) {
      const row = (cells[0] as CellView).copyRow();
      this.#appendRow(edits, row, entriesOfCells(snapshot, index, row, cells, null), sequenceId);
    }
    const out = this.#entries;
    if (index.columns.some(({ store }) => store.scanInfo.newVersionBehavior)) {
      // What such a row shows after an expiry may be hidden now.
      for (const row of hiding) this.#appendRow(edits, row, entriesOf(snapshot, index, row, null), sequenceId);
    }
    out.reset();
    for (const row of hiding) appendDoubt(out, this.#region, index, row, sequenceId);
    if (out.length > 0) edits.open(sequenceId).raw(out.bytes, 0, out.length);
  }

  #appendRow(edits: RequestEdits, row: Uint8Array, entries: readonly Entry[], sequenceId: number): void {
    const index = this.#index;
    const { unique } = index.descriptor;
    const out = this.#entries;
    out.reset();
    for (const entry of entries) {
      if (unique) this.#requireUnique(entry, row, sequenceId);
      appendEntry(out, index, entry, sequenceId);
    }
    if (out.length === 0) return;
    edits.open(sequenceId).raw(out.bytes, 0, out.length);
    // The next row must find it.
    if (unique) edits.insert();
  }
}
