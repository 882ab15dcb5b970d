import { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';

const GARBAGE = 0xa5;

/**
 * A scanner that shows the cells of another one in its own view, and overwrites the view and its bytes as soon as it
 * moves. Code that uses a cell after its lease reads garbage and fails its test.
 */
export class ViewMangler implements KeyValueScanner {
  current: CellView | null = null;
  readonly order: number;
  private readonly inner: KeyValueScanner;

  constructor(inner: KeyValueScanner) {
    this.inner = inner;
    this.order = inner.order;
  }

  next(): void {
    this.move(() => this.inner.next());
  }

  seek(to: CellView): void {
    this.move(() => this.inner.seek(to));
  }

  reseek(to: CellView): void {
    this.move(() => this.inner.reseek(to));
  }

  seekToPreviousRow(before: CellView): void {
    this.move(() => this.inner.seekToPreviousRow(before));
  }

  seekToLastRow(): void {
    this.move(() => this.inner.seekToLastRow());
  }

  pause(): void {
    if (this.current !== null) spoil(this.current);
    this.inner.pause();
  }

  resume(): void {
    this.inner.resume();
    this.current = this.inner.current === null ? null : copyOf(this.inner.current);
  }

  close(): void {
    this.move(() => this.inner.close());
  }

  private move(step: () => void): void {
    const lent = this.current;
    step();
    if (lent !== null) spoil(lent);
    const { current } = this.inner;
    this.current = current === null ? null : copyOf(current);
  }
}

function copyOf(cell: CellView): CellView {
  const copy = new CellView();
  copy.point(cell);
  copy.key = new Uint8Array(cell.rowLength + cell.qualifierLength);
  copy.key.set(cell.key.subarray(cell.rowOffset, cell.rowOffset + cell.rowLength));
  copy.key.set(cell.key.subarray(cell.qualifierOffset, cell.qualifierOffset + cell.qualifierLength), cell.rowLength);
  copy.rowOffset = 0;
  copy.qualifierOffset = cell.rowLength;
  copy.tags = cell.tags.slice(cell.tagsOffset, cell.tagsOffset + cell.tagsLength);
  copy.tagsOffset = 0;
  if (cell.apart === null) takeValue(copy, cell);
  else copy.apart = { load: (into) => loadThrough(into, cell) };
  return copy;
}

function takeValue(into: CellView, cell: CellView): void {
  into.value = cell.value.slice(cell.valueOffset, cell.valueOffset + cell.valueLength);
  into.valueView = new DataView(into.value.buffer);
  into.valueOffset = 0;
}

function loadThrough(into: CellView, cell: CellView): void {
  cell.loadValue();
  takeValue(into, cell);
}

function spoil(cell: CellView): void {
  cell.key.fill(GARBAGE);
  cell.tags.fill(GARBAGE);
  if (cell.apart === null) cell.value.fill(GARBAGE);
  cell.apart = null;
  cell.rowOffset = cell.qualifierOffset = cell.valueOffset = cell.tagsOffset = 0;
  cell.rowLength = cell.qualifierLength = cell.valueLength = cell.tagsLength = 1;
  cell.timestamp = cell.sequenceId = Number.NaN;
  cell.type = GARBAGE;
}
