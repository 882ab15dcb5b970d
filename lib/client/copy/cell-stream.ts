import type { Cell } from '../../model/cell.js';
import { compareCells } from './cell-order.js';

/** Cells one by one, from batches. Call `next` for the first one, and `close` at the end. */
export class CellStream {
  /** The current cell; null after the last one. */
  current: Cell | null = null;
  readonly #batches: AsyncGenerator<readonly Cell[], void, void>;
  #cells: readonly Cell[] = [];
  #at = -1;

  constructor(batches: AsyncGenerator<readonly Cell[], void, void>) {
    this.#batches = batches;
  }

  /** Moves to the next cell. Returns a promise only if cells must be read first, because most have arrived already. */
  next(): Promise<void> | undefined {
    this.#at++;
    if (this.#at >= this.#cells.length) return this.#read();
    this.current = this.#cells[this.#at] as Cell;
    return undefined;
  }

  /** Moves past the cells before this one, and returns as `next` does. */
  skipTo(cell: Cell): Promise<void> | undefined {
    while (this.current !== null && compareCells(this.current, cell) < 0) {
      const wait = this.next();
      if (wait !== undefined) return wait.then(() => this.skipTo(cell));
    }
    return undefined;
  }

  /** The current cell if it has the column, the timestamp and the type of this one, else null. */
  at(cell: Cell): Cell | null {
    return this.current !== null && compareCells(this.current, cell) === 0 ? this.current : null;
  }

  async close(): Promise<void> {
    this.current = null;
    await this.#batches.return();
  }

  async #read(): Promise<void> {
    const { done, value } = await this.#batches.next();
    this.#cells = done ? [] : value;
    this.#at = 0;
    this.current = this.#cells[0] ?? null;
  }
}
