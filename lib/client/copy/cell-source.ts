import { equalBytes } from '../../bytes/compare.js';
import { BigtabError } from '../../errors.js';
import type { Cell } from '../../model/cell.js';
import type { ScanLike } from '../../model/scan.js';
import type { Result } from '../answers/result.js';
import type { AbortSignalLike } from '../calls/call-options.js';
import type { Pacer } from '../calls/session.js';
import type { Table } from '../table.js';
import { compareCells } from './cell-order.js';
import { CellStream } from './cell-stream.js';

/** The cells of a Result if a row is too long to be read at once. Other rows are read whole, which costs a cluster no scanner. */
const BATCH = 1_000;

/** Reads cells of a table. */
export class CellSource {
  readonly #table: Table;
  readonly #pacer: Pacer;
  readonly #signal: AbortSignalLike | undefined;
  #how: Pick<ScanLike, 'batch'> = {};

  constructor(table: Table, pacer: Pacer, signal: AbortSignalLike | undefined) {
    this.#table = table;
    this.#pacer = pacer;
    this.#signal = signal;
  }

  /** The cells of a scan that returns whole rows, forwards, from its first cell on. Each is returned once. */
  async open(scan: ScanLike): Promise<CellStream> {
    const stream = new CellStream(this.#read(scan));
    await stream.next();
    return stream;
  }

  /**
   * A scanner of batches that is lost in the middle of a row may continue in the next one. Then the rest of the row is read
   * again, from the cell after the last one.
   */
  async *#read(scan: ScanLike): AsyncGenerator<readonly Cell[], void, void> {
    let last: Cell | null = null;
    for (let complete = false; !complete; ) {
      const first: Cell | null = last;
      try {
        let isPart = false;
        const rest = last === null ? scan : { ...scan, start: last.row, startInclusive: true };
        for await (const result of this.#results(rest)) {
          // A row of which nothing is left was not cut.
          const lost: boolean = isPart && last !== first && !equalBytes(result.row as Uint8Array, (last as Cell).row);
          if (lost) break;
          isPart = result.mayHaveMoreCellsInRow();
          const cells = cellsAfter(result.cells, last);
          last = cells.at(-1) ?? last;
          if (cells.length > 0) yield cells;
          if (this.#pacer.due()) await this.#pacer.rest();
        }
        complete = !isPart || last === first;
      } catch (error) {
        if (!BigtabError.is(error) || error.code !== 'ROW_TOO_BIG' || this.#how.batch !== undefined) throw error;
        this.#how = { batch: BATCH };
      }
    }
  }

  #results(scan: ScanLike): AsyncIterable<Result> {
    return this.#table.getScanner({ ...scan, ...this.#how }, { signal: this.#signal });
  }
}

/** The cells after `last`, which has been returned. */
function cellsAfter(cells: readonly Cell[], last: Cell | null): readonly Cell[] {
  const [first] = cells;
  if (last === null || first === undefined || compareCells(first, last) > 0) return cells;
  return cells.filter((cell) => compareCells(cell, last) > 0);
}
