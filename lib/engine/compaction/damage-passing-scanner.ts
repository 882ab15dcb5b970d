import { type BigtabError, isCorruption } from '../../errors.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { passLostValues } from '../../storage/storefile/lost-values.js';
import type { StoreFile } from '../../storage/storefile/store-file.js';
import type { StoreFileScanner } from '../../storage/storefile/store-file-scanner.js';
import type { RowBounds } from '../region/row-bounds.js';

/**
 * The cells of a store file that can be read, for a compaction: passes over damaged blocks and values, and reports the
 * rows that they may concern before any later cell. If the index cannot be read, that is the rest of the file.
 */
export class DamagePassingScanner implements KeyValueScanner {
  readonly #file: StoreFile;
  readonly #scanner: StoreFileScanner;
  readonly #found: (rows: RowBounds, error: BigtabError) => void;

  readonly #step = (): void => {
    try {
      this.#scanner.next();
    } catch (error) {
      this.#passOver(error, null);
    }
  };
  readonly #lose = (row: Uint8Array, error: BigtabError): void => this.#found({ first: row, last: row }, error);

  /** Takes ownership of `scanner`, which reads `file`. */
  constructor(file: StoreFile, scanner: StoreFileScanner, found: (rows: RowBounds, error: BigtabError) => void) {
    this.#file = file;
    this.#scanner = scanner;
    this.#found = found;
  }

  get current(): CellView | null {
    return this.#scanner.current;
  }

  get order(): number {
    return this.#scanner.order;
  }

  next(): void {
    this.#step();
    passLostValues(this, this.#step, this.#lose);
  }

  seek(to: CellView): void {
    try {
      this.#scanner.seek(to);
    } catch (error) {
      this.#passOver(error, to);
    }
    passLostValues(this, this.#step, this.#lose);
  }

  reseek(to: CellView): void {
    try {
      this.#scanner.reseek(to);
    } catch (error) {
      this.#passOver(error, to);
    }
    passLostValues(this, this.#step, this.#lose);
  }

  seekToPreviousRow(before: CellView): void {
    this.#scanner.seekToPreviousRow(before);
  }

  seekToLastRow(): void {
    this.#scanner.seekToLastRow();
  }

  pause(): void {
    this.#scanner.pause();
  }

  resume(): void {
    this.#scanner.resume();
  }

  close(): void {
    this.#scanner.close();
  }

  /** Moves to the first readable cell at or after `to`; null = after the block in which the last move failed. */
  #passOver(failure: unknown, to: CellView | null): void {
    for (let error = asCorruption(failure); ; ) {
      const rows = this.#skipBlock();
      this.#found(rows, error);
      if (rows.wasLast) return;
      try {
        this.#scanner.enterBlock();
        if (to !== null) this.#scanner.reseek(to);
        return;
      } catch (again) {
        error = asCorruption(again);
      }
    }
  }

  #skipBlock(): RowBounds & { readonly wasLast: boolean } {
    try {
      return this.#scanner.skipBlock();
    } catch (error) {
      asCorruption(error);
      const { minKey, maxKey } = this.#file.info;
      return { first: minKey, last: maxKey, wasLast: true };
    }
  }
}

/** Throws any other error. */
function asCorruption(error: unknown): BigtabError {
  if (isCorruption(error)) return error;
  throw error;
}
