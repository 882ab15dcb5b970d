import { ByteReader } from '../../bytes/byte-reader.js';
import { readCell } from '../../keyvalue/cell-layout.js';
import { CellView } from '../../keyvalue/cell-view.js';
import { ResultBlockWriter, readResultBlock } from '../../keyvalue/result-block.js';
import { NEWEST_OF_ALL } from '../../model/query-options.js';
import type { RegionIndex } from '../region/region-index.js';
import type { OpenScan, RegionQuery } from '../region/region-reads.js';
import type { ScanRange } from '../region/scan-range.js';
import type { StoreView } from '../region/store-view.js';

const ENTRIES: RegionQuery = { ...NEWEST_OF_ALL, raw: false, batch: Number.POSITIVE_INFINITY };

/** A batch of entries grows up to this number: most reads need few. */
const LARGEST_BATCH = 256;

/** Shared: a cursor copies the keys that it has read. */
const writer = new ResultBlockWriter();

/** The keys of the entries in a range, in its direction, at one read point. */
export class EntryCursor {
  /** The number of entries read so far. */
  read = 0;
  readonly #scan: OpenScan;
  #keys: Uint8Array[] = [];
  #batch: number;
  #more = true;

  /** `first`: the number of entries that the first batch reads. */
  constructor(index: RegionIndex, range: ScanRange, readPoint: number, now: number, retain: boolean, first: number) {
    this.#scan = index.reads.scan(range, ENTRIES, readPoint, now, retain);
    this.#batch = Math.min(first, LARGEST_BATCH);
  }

  get views(): readonly StoreView[] {
    return this.#scan.views;
  }

  /** The key of the current entry; null at the end. */
  get key(): Uint8Array | null {
    while (this.#keys.length === 0 && this.#more) this.#fill();
    return this.#keys.at(-1) ?? null;
  }

  /** Moves to the next entry. REQUIRES a current one. */
  next(): void {
    this.#keys.pop();
  }

  close(): void {
    this.#scan.close();
  }

  #fill(): void {
    writer.begin([]);
    const budget = { rows: this.#batch, bytes: Number.POSITIVE_INFINITY, deadline: () => writer.rows > 0 };
    this.#more = this.#scan.scanner.fill(writer, budget);
    this.#batch = Math.min(this.#batch * 2, LARGEST_BATCH);
    const bytes = writer.written();
    const block = readResultBlock(new ByteReader(bytes, 0, bytes.length, 'the entries of an index'));
    const cell = new CellView();
    this.#keys = block.rows.map(({ offset }) => {
      readCell(cell, block, offset);
      return cell.copyRow();
    });
    this.#keys.reverse();
    this.read += this.#keys.length;
  }
}

/** The keys of the entries from `start` on, at present. */
export function* entriesFrom(
  index: RegionIndex,
  start: Uint8Array,
  readPoint: number,
  now: number,
): Iterable<Uint8Array> {
  const range = { start, startInclusive: true, stop: new Uint8Array(), stopInclusive: false, reversed: false };
  const cursor = new EntryCursor(index, range, readPoint, now, false, 2);
  try {
    for (let { key } = cursor; key !== null; key = cursor.key) {
      yield key;
      cursor.next();
    }
  } finally {
    cursor.close();
  }
}
