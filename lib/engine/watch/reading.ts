import type { ResultBlockWriter } from '../../keyvalue/result-block.js';
import type { Region } from '../region/region.js';
import type { OpenScan } from '../region/region-reads.js';
import type { UnwrittenChanges } from '../scan/unwritten-changes.js';
import { eachRow, type RowContent } from './row-content.js';
import type { WatchedRead } from './watched-read.js';

/** What the readings of one reply may use together. */
export interface ReadingBudget {
  /** Bytes of rows that they may still read; the last row may exceed them. */
  bytes: number;
  /** The monotonic time at which they end. */
  readonly end: number;
}

/** The time and the read point of a reading. */
export interface Moment {
  readonly readPoint: number;
  readonly now: number;
}

/** A scan at one read point that adds rows to a watch, in steps. It keeps what it reads until it is closed. */
export class Reading {
  /** The monotonic time of the last step. */
  usedAt = 0;
  readonly #scan: OpenScan;
  #rowsLeft: number;

  /** `rows`: the maximum number of rows; Infinity = no limit. Throws the error of a scan that cannot be opened. */
  constructor(
    region: Region,
    read: WatchedRead,
    rows: number,
    { readPoint, now }: Moment,
    unwritten: UnwrittenChanges,
  ) {
    this.#scan = region.reads.scan(read, read, readPoint, now, true, unwritten);
    this.#rowsLeft = rows;
  }

  /** Reads on, at least one row; returns false if no more rows follow. If it throws, the reading can only be closed. */
  step(
    writer: ResultBlockWriter,
    budget: ReadingBudget,
    monotonic: () => number,
    each: (row: Uint8Array, content: RowContent) => void,
  ): boolean {
    writer.begin([]);
    const more = this.#scan.scanner.fill(writer, {
      rows: this.#rowsLeft,
      bytes: budget.bytes,
      deadline: () => monotonic() >= budget.end,
    });
    this.usedAt = monotonic();
    this.#rowsLeft -= writer.wholeRows;
    budget.bytes -= writer.byteLength;
    eachRow(writer, each);
    return more && this.#rowsLeft > 0;
  }

  /** Whether it ended because it has the requested number of rows. */
  get hasAll(): boolean {
    return this.#rowsLeft <= 0;
  }

  close(): void {
    this.#scan.close();
  }
}
