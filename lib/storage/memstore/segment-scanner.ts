import { compareCells, compareRows } from '../../keyvalue/cell-comparator.js';
import { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';

/** `reseek` looks at so many cells before it searches. */
const NEAR_CELLS = 4;
/** A row that ends or begins so many cells back is found by stepping. */
const NEAR_CELLS_BACK = 12;
const NOWHERE = new CellView();

/** Where a cell stands or would stand. */
export interface SegmentPosition {
  leaf: number;
  /** 1 … count of the leaf; addresses begin at 1. */
  index: number;
}

/** What a scanner reads of a segment. */
export interface ScannedSegment {
  /** The addresses of the cells in order: of each leaf the count, then that many. */
  readonly leaves: readonly Int32Array[];
  /** Changes whenever the order does. */
  readonly version: number;
  locate(key: CellView, into: SegmentPosition): boolean;
  load(into: CellView, address: number): void;
}

/**
 * Walks a segment. Survives inserts between its steps: the cell it stands on stays where it is, and when the order has
 * changed since the last step it finds its place again.
 */
export class SegmentScanner implements KeyValueScanner {
  current: CellView | null = null;
  readonly order: number;
  private readonly segment: ScannedSegment;
  private readonly cell: CellView = new CellView();
  private readonly position: SegmentPosition = { leaf: 0, index: 1 };
  /** Made by the first move to a previous row. */
  private key: SeekKey | null = null;
  private version = -1;

  constructor(segment: ScannedSegment, order: number) {
    this.segment = segment;
    this.order = order;
  }

  next(): void {
    const { segment, position } = this;
    if (this.version !== segment.version) this.find(this.cell);
    position.index++;
    this.land();
  }

  seek(to: CellView): void {
    this.find(to);
    this.land();
  }

  reseek(to: CellView): void {
    for (let near = 0; near < NEAR_CELLS; near++) {
      if (this.current === null || compareCells(this.current, to) >= 0) return;
      this.next();
    }
    if (this.current !== null && compareCells(this.current, to) < 0) this.seek(to);
  }

  seekToPreviousRow(before: CellView): void {
    this.key ??= new SeekKey();
    const row = this.key.firstOnRowOf(before);
    if (!this.stepBackTo(row)) this.find(row);
    this.landOnRowBefore(this.key);
  }

  seekToLastRow(): void {
    const { position, segment } = this;
    this.key ??= new SeekKey();
    this.version = segment.version;
    position.leaf = segment.leaves.length - 1;
    position.index = (segment.leaves[position.leaf]?.[0] ?? 0) + 1;
    this.landOnRowBefore(this.key);
  }

  /** Memory stays where it is. */
  pause(): void {}

  resume(): void {}

  close(): void {
    this.current = null;
    this.cell.point(NOWHERE);
  }

  private find(key: CellView): boolean {
    this.version = this.segment.version;
    return this.segment.locate(key, this.position);
  }

  /** Stands on the cell at `position`, or on the first of the next leaf, or nowhere. */
  private land(): void {
    const { segment, position } = this;
    let leaf = segment.leaves[position.leaf];
    if (leaf !== undefined && position.index > (leaf[0] as number)) {
      leaf = segment.leaves[++position.leaf];
      position.index = 1;
    }
    if (leaf === undefined) {
      this.current = null;
      return;
    }
    segment.load(this.cell, leaf[position.index] as number);
    this.current = this.cell;
  }

  /**
   * Moves `position` back to the first cell of a row at or behind `row`, if that is near: going back row by row it
   * mostly is.
   */
  private stepBackTo(row: CellView): boolean {
    const { current } = this;
    if (current === null || this.version !== this.segment.version || compareRows(current, row) < 0) return false;
    for (let near = 0; near < NEAR_CELLS_BACK; near++) {
      if (!this.stepBack()) return true;
      if (compareRows(this.cell, row) < 0) {
        this.position.index++;
        return true;
      }
    }
    return false;
  }

  /** Stands on the first cell of the row that holds the cell before `position`. */
  private landOnRowBefore(key: SeekKey): void {
    if (!this.stepBack()) {
      this.current = null;
      return;
    }
    const first = key.firstOnRowOf(this.cell);
    for (let near = 0; near < NEAR_CELLS_BACK; near++) {
      const isFirst = !this.stepBack();
      if (isFirst || compareRows(this.cell, first) !== 0) {
        if (!isFirst) this.position.index++;
        this.land();
        return;
      }
    }
    this.seek(first);
  }

  /** Loads the cell before `position` and moves there; false at the beginning. */
  private stepBack(): boolean {
    const { segment, position } = this;
    if (position.index === 1) {
      if (position.leaf <= 0) return false;
      position.index = (segment.leaves[--position.leaf]?.[0] ?? 0) + 1;
    }
    position.index--;
    segment.load(this.cell, (segment.leaves[position.leaf] as Int32Array)[position.index] as number);
    return true;
  }
}
