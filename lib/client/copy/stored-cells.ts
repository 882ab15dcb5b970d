import { KeyOnlyFilter } from '../../filter/key-only-filter.js';
import type { Cell } from '../../model/cell.js';
import type { ScanLike } from '../../model/scan.js';
import type { CellSource } from './cell-source.js';
import type { CellStream } from './cell-stream.js';

/** The cells of a raw scan in order, each with whether reads return it. Two scans run side by side. */
export class StoredCells {
  readonly #stored: CellStream;
  readonly #shown: CellStream;

  private constructor(stored: CellStream, shown: CellStream) {
    this.#stored = stored;
    this.#shown = shown;
  }

  /** Begins with the first cell. */
  static async open(source: CellSource, scan: ScanLike): Promise<StoredCells> {
    const stored = await source.open({ ...scan, raw: true });
    try {
      // Only whether a cell is returned is of interest, not its value, which may be long.
      return new StoredCells(stored, await source.open({ ...scan, filter: new KeyOnlyFilter() }));
    } catch (error) {
      await stored.close();
      throw error;
    }
  }

  /** The current cell; null after the last one. */
  get current(): Cell | null {
    return this.#stored.current;
  }

  /** Whether reads return the current cell. */
  async isShown(cell: Cell): Promise<boolean> {
    await this.#shown.skipTo(cell);
    return cell.type === 'Put' && this.#shown.at(cell) !== null;
  }

  /** Moves to the next cell. Returns a promise only if cells must be read first. */
  next(): Promise<void> | undefined {
    return this.#stored.next();
  }

  async close(): Promise<void> {
    await this.#stored.close();
    await this.#shown.close();
  }
}
