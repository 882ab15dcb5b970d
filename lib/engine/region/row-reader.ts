import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import type { ResultBlockWriter } from '../../keyvalue/result-block.js';
import type { TimeRange } from '../../model/time-range.js';
import type { RegionScanner } from '../scan/region-scanner.js';
import type { Pruner } from './pruning.js';
import type { ReadStore } from './read-store.js';

/** Reads many rows with the same query, in any order, within one turn. */
export interface RowReader {
  /** Writes a row if it has a cell that the query returns. */
  read(row: Uint8Array, writer: ResultBlockWriter): void;
  /** Releases the blocks that it holds. `read` may follow. */
  release(): void;
}

/** A family that is read. */
export interface RowFamily {
  readonly store: ReadStore;
  readonly qualifiers: readonly Uint8Array[] | null;
  readonly timeRange: TimeRange;
}

/**
 * Reads rows with one scanner, and with one scanner of each file and segment: a get that is opened for each row spends
 * half of its time on making them. REQUIRES a query without a filter, and families without damage.
 */
export class KeptScanners implements RowReader {
  readonly #families: readonly RowFamily[];
  /** The scanners of each family, by their orders. There is none where no row has needed it. */
  readonly #kept: readonly KeyValueScanner[][];
  readonly #sources: (readonly KeyValueScanner[])[] = [];
  readonly #scanner: RegionScanner;
  readonly #pruner: Pruner;
  readonly #now: number;

  /** `scanner`: made for these families, without sources. */
  constructor(families: readonly RowFamily[], scanner: RegionScanner, pruner: Pruner, now: number) {
    this.#families = families;
    this.#kept = families.map(() => []);
    this.#scanner = scanner;
    this.#pruner = pruner;
    this.#now = now;
  }

  read(row: Uint8Array, writer: ResultBlockWriter): void {
    const rows = { start: row, stop: row };
    for (let index = 0; index < this.#families.length; index++) {
      const { store, qualifiers, timeRange } = this.#families[index] as RowFamily;
      const read = { rows, qualifiers, timeRange, raw: false, now: this.#now, everyRow: false };
      this.#sources[index] = store.sources(store.view, read, this.#pruner, null, this.#kept[index]);
    }
    this.#scanner.fillRow(row, this.#sources, writer);
  }

  release(): void {
    for (const kept of this.#kept) {
      // Passes over places without a scanner.
      kept.forEach((scanner) => void scanner.close());
      kept.length = 0;
    }
  }
}
