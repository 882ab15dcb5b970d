import { sameRow } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import type { StoreFileWriter } from '../../storage/storefile/store-file-writer.js';
import { KeyValueHeap } from '../scan/key-value-heap.js';
import { MatchCode } from '../scan/match-code.js';
import type { Matcher } from '../scan/matcher.js';

/** Work between two readings of the clock. */
const CELLS_PER_LOOK = 32;
const BYTES_PER_LOOK = 64 * 1024;
const NO_ROW = new Uint8Array(0);

/**
 * Writes the cells of sorted sources that a matcher includes into one new store file, in bounded steps: the core of
 * every flush and compaction. A cell is copied unchanged, with timestamp, sequence id and tags (C-4); a value that is
 * stored apart is read only if its cell is kept.
 */
export class CellRewriter {
  /** The number of cells visited so far. */
  cellsSeen = 0;
  readonly #heap: KeyValueHeap;
  readonly #matcher: Matcher;
  readonly #writer: StoreFileWriter;
  readonly #row = new SeekKey();
  readonly #key = new SeekKey();
  #inRow = false;
  #open = true;

  /** Takes ownership of the sources and closes them. REQUIRES that what they read is kept until the end. */
  constructor(sources: readonly KeyValueScanner[], matcher: Matcher, writer: StoreFileWriter) {
    this.#heap = new KeyValueHeap(sources);
    this.#matcher = matcher;
    this.#writer = writer;
  }

  /** Works until `deadline` returns true; returns true if the file is finished and on the device. */
  step(deadline: () => boolean): boolean {
    if (this.cellsSeen === 0) this.#heap.seek(this.#key.firstOnRow(NO_ROW));
    do {
      let bytes = 0;
      for (let count = 0; count < CELLS_PER_LOOK && bytes < BYTES_PER_LOOK; count++) {
        const cell = this.#heap.current;
        if (cell === null) {
          this.abandon();
          this.#writer.finish();
          return true;
        }
        bytes += this.#rewrite(cell);
      }
    } while (!deadline());
    return false;
  }

  /** Releases the sources; the file belongs to the caller. */
  abandon(): void {
    if (this.#open) this.#heap.close();
    this.#open = false;
  }

  /** Judges the current cell and moves past it; returns the number of bytes written. */
  #rewrite(cell: CellView): number {
    this.cellsSeen++;
    if (!this.#inRow || !sameRow(cell, this.#row.cell)) this.#startRow(cell);
    const verdict = this.#matcher.match(cell);
    let bytes = 0;
    if (verdict >= MatchCode.Include) {
      this.#writer.append(cell);
      bytes = cell.valueLength;
    }
    this.#move(cell, verdict);
    return bytes;
  }

  #startRow(cell: CellView): void {
    this.#row.firstOnRowOf(cell);
    this.#inRow = true;
    this.#matcher.startRow();
  }

  #move(cell: CellView, verdict: MatchCode): void {
    switch (verdict) {
      case MatchCode.SeekNextColumn:
      case MatchCode.IncludeAndSeekNextColumn:
        this.#heap.reseek(this.#matcher.nextColumn(cell, this.#key));
        break;
      case MatchCode.SeekNextRow:
      case MatchCode.IncludeAndSeekNextRow:
        this.#heap.reseek(this.#key.lastOnRowOf(cell));
        break;
      default:
        this.#heap.next();
    }
  }
}
