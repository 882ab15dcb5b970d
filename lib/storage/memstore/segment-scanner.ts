import { compareCells, compareRows } from '../../keyvalue/cell-comparator.js';
import { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';

/** `reseek` visits up to this number of cells before it searches. */
const NEAR_CELLS = 4;
/** A row boundary up to this number of cells back is found by stepping. */
const NEAR_CELLS_BACK = 12;
const NOWHERE = new CellView();

/** The position of a cell, or the position at which it would be inserted. */
export interface SegmentPosition {
  leaf: number;
  /** 1 … count of the leaf; addresses start at index 1. */
  index: number;
}

/** What a scanner reads of a segment. */
export interface ScannedSegment {
  /** The addresses of the cells in order: for each leaf the count, then as many addresses. */
  readonly leaves: readonly Int32Array[];
  /** Changes whenever the order does. */
  readonly version: number;
  locate(key: CellView, into: SegmentPosition): boolean;
  load(into: CellView, address: number): void;
}

/**
 * Moves over a segment. Inserts between its steps are allowed: the current cell does not move, and if the order has
 * changed since the last step, the scanner finds its position again.
 */
export class SegmentScanner implements KeyValueScanner {
  current: CellView | null = null;
  readonly order: number;
  readonly #segment: ScannedSegment;
  readonly #cell: CellView = new CellView();
  readonly #position: SegmentPosition = { leaf: 0, index: 1 };
  /** Created by the first move to a previous row. */
  #key: SeekKey | null = null;
  #version = -1;

  constructor(segment: ScannedSegment, order: number) {
    this.#segment = segment;
    this.order = order;
  }

  next(): void {
    const segment = this.#segment;
    const position = this.#position;
    if (this.#version !== segment.version) this.#find(this.#cell);
    position.index++;
    this.#land();
  }

  seek(to: CellView): void {
    this.#find(to);
    this.#land();
  }

  reseek(to: CellView): void {
    for (let near = 0; near < NEAR_CELLS; near++) {
      if (this.current === null || compareCells(this.current, to) >= 0) return;
      this.next();
    }
    if (this.current !== null && compareCells(this.current, to) < 0) this.seek(to);
  }

  seekToPreviousRow(before: CellView): void {
    this.#key ??= new SeekKey();
    const row = this.#key.firstOnRowOf(before);
    if (!this.#stepBackTo(row)) this.#find(row);
    this.#landOnRowBefore(this.#key);
  }

  seekToLastRow(): void {
    const position = this.#position;
    const segment = this.#segment;
    this.#key ??= new SeekKey();
    this.#version = segment.version;
    position.leaf = segment.leaves.length - 1;
    position.index = (segment.leaves[position.leaf]?.[0] ?? 0) + 1;
    this.#landOnRowBefore(this.#key);
  }

  /** Memory never moves, so there is nothing to release. */
  pause(): void {}

  resume(): void {}

  close(): void {
    this.current = null;
    this.#cell.point(NOWHERE);
  }

  #find(key: CellView): boolean {
    this.#version = this.#segment.version;
    return this.#segment.locate(key, this.#position);
  }

  /** Moves to the cell at `position`, else to the first cell of the next leaf, else to no cell. */
  #land(): void {
    const segment = this.#segment;
    const position = this.#position;
    let leaf = segment.leaves[position.leaf];
    if (leaf !== undefined && position.index > (leaf[0] as number)) {
      leaf = segment.leaves[++position.leaf];
      position.index = 1;
    }
    if (leaf === undefined) {
      this.current = null;
      return;
    }
    segment.load(this.#cell, leaf[position.index] as number);
    this.current = this.#cell;
  }

  /**
   * Moves `position` back to the first cell of a row at or after `row`, if that is near, as it usually is when rows are
   * read backward.
   */
  #stepBackTo(row: CellView): boolean {
    const { current } = this;
    if (current === null || this.#version !== this.#segment.version || compareRows(current, row) < 0) return false;
    for (let near = 0; near < NEAR_CELLS_BACK; near++) {
      if (!this.#stepBack()) return true;
      if (compareRows(this.#cell, row) < 0) {
        this.#position.index++;
        return true;
      }
    }
    return false;
  }

  /** Moves to the first cell of the row that contains the cell before `position`. */
  #landOnRowBefore(key: SeekKey): void {
    if (!this.#stepBack()) {
      this.current = null;
      return;
    }
    const first = key.firstOnRowOf(this.#cell);
    for (let near = 0; near < NEAR_CELLS_BACK; near++) {
      const isFirst = !this.#stepBack();
      if (isFirst || compareRows(this.#cell, first) !== 0) {
        if (!isFirst) this.#position.index++;
        this.#land();
        return;
      }
    }
    this.seek(first);
  }

  /** Loads the cell before `position` and moves there; returns false at the beginning. */
  #stepBack(): boolean {
    const segment = this.#segment;
    const position = this.#position;
    if (position.index === 1) {
      if (position.leaf <= 0) return false;
      position.index = (segment.leaves[--position.leaf]?.[0] ?? 0) + 1;
    }
    position.index--;
    segment.load(this.#cell, (segment.leaves[position.leaf] as Int32Array)[position.index] as number);
    return true;
  }
}
