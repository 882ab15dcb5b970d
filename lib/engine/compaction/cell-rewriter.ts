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
/** Instead of a number of bytes. */
const END_OF_FILE = -1;

/**
 * Writes the cells of sorted sources that a matcher includes into new store files, one after the other, in bounded
 * steps: the core of every flush and compaction. A cell is copied unchanged, with timestamp, sequence id and tags (C-4);
 * a value that is stored apart is read only if its cell is kept.
 */
export class CellRewriter {
  /** The number of cells visited so far. */
  cellsSeen = 0;
  readonly #heap: KeyValueHeap;
  readonly #matcher: Matcher;
  readonly #fileBytes: number;
  #writer: StoreFileWriter | null = null;
  readonly #row = new SeekKey();
  readonly #key = new SeekKey();
  #inRow = false;
  /** Whether the file has cells. */
  #hasCells = false;
  /** Whether it has cells, but none of the current row. */
  #mayEnd = false;
  /** What the matcher returned for the current cell, if the cell is the first of the next file. */
  #held: MatchCode | null = null;
  #open = true;

  /**
   * Takes ownership of the sources and closes them. A file ends before the first row that would begin after
   * `fileBytes`; by default, all cells are written into one file. REQUIRES that what the sources read is kept until the
   * end.
   */
  constructor(sources: readonly KeyValueScanner[], matcher: Matcher, fileBytes: number = Number.POSITIVE_INFINITY) {
    this.#heap = new KeyValueHeap(sources);
    this.#matcher = matcher;
    this.#fileBytes = fileBytes;
  }

  /** Whether every cell was written or left out. */
  get ended(): boolean {
    return !this.#open;
  }

  /** The next cells go into the file of `writer`. */
  startFile(writer: StoreFileWriter): void {
    this.#writer = writer;
    this.#hasCells = false;
    this.#mayEnd = false;
  }

  /**
   * Works until `deadline` returns true; returns true if the file is finished and on the device. REQUIRES a file that
   * was started.
   */
  step(deadline: () => boolean): boolean {
    const writer = this.#writer as StoreFileWriter;
    if (this.cellsSeen === 0) this.#heap.seek(this.#key.firstOnRow(NO_ROW));
    do {
      let bytes = 0;
      for (let count = 0; count < CELLS_PER_LOOK && bytes < BYTES_PER_LOOK; count++) {
        const cell = this.#heap.current;
        const written = cell === null ? END_OF_FILE : this.#rewrite(cell, writer);
        if (written === END_OF_FILE) {
          if (cell === null) this.abandon();
          writer.finish(cell !== null);
          return true;
        }
        bytes += written;
      }
    } while (!deadline());
    return false;
  }

  /** Releases the sources; the files belong to the caller. */
  abandon(): void {
    if (this.#open) this.#heap.close();
    this.#open = false;
  }

  /**
   * Judges the current cell and moves past it. Returns the number of bytes written, or END_OF_FILE: then the cell is
   * the first of the next file.
   */
  #rewrite(cell: CellView, writer: StoreFileWriter): number {
    const verdict = this.#held ?? this.#judge(cell);
    this.#held = null;
    let bytes = 0;
    if (verdict >= MatchCode.Include) {
      if (this.#mayEnd && writer.bytesWritten >= this.#fileBytes) {
        this.#held = verdict;
        return END_OF_FILE;
      }
      writer.append(cell);
      this.#hasCells = true;
      this.#mayEnd = false;
      bytes = cell.valueLength;
    }
    this.#move(cell, verdict);
    return bytes;
  }

  #judge(cell: CellView): MatchCode {
    this.cellsSeen++;
    if (!this.#inRow || !sameRow(cell, this.#row.cell)) this.#startRow(cell);
    return this.#matcher.match(cell);
  }

  #startRow(cell: CellView): void {
    this.#row.firstOnRowOf(cell);
    this.#inRow = true;
    this.#mayEnd = this.#hasCells;
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
