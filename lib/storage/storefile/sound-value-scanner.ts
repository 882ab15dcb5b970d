import { sameRow } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { passLostValues } from './lost-values.js';

/** The cells of a scanner whose values can be read, in both directions. Takes ownership of the scanner. */
export class SoundValueScanner implements KeyValueScanner {
  readonly #scanner: KeyValueScanner;
  readonly #row: SeekKey = new SeekKey();
  readonly #step = (): void => this.#scanner.next();

  constructor(scanner: KeyValueScanner) {
    this.#scanner = scanner;
  }

  get current(): CellView | null {
    return this.#scanner.current;
  }

  get order(): number {
    return this.#scanner.order;
  }

  next(): void {
    this.#step();
    this.#pass();
  }

  seek(to: CellView): void {
    this.#scanner.seek(to);
    this.#pass();
  }

  reseek(to: CellView): void {
    this.#scanner.reseek(to);
    this.#pass();
  }

  seekToPreviousRow(before: CellView): void {
    this.#scanner.seekToPreviousRow(before);
    this.#passBackward();
  }

  seekToLastRow(): void {
    this.#scanner.seekToLastRow();
    this.#passBackward();
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

  #pass(): void {
    passLostValues(this, this.#step, () => {});
  }

  /** A row of which no value can be read is passed over as a whole. */
  #passBackward(): void {
    for (let cell = this.current; cell !== null; cell = this.current) {
      const row = this.#row.firstOnRowOf(cell);
      this.#pass();
      if (this.current !== null && sameRow(this.current, row)) return;
      this.#scanner.seekToPreviousRow(row);
    }
  }
}
