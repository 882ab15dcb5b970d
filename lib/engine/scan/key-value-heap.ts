import { compareCells, compareRows, sameRow } from '../../keyvalue/cell-comparator.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { KeyValueScanner } from '../../keyvalue/key-value-scanner.js';
import { SeekKey } from '../../keyvalue/seek-key.js';

/**
 * Merges sorted sources into one. Of cells that compare equal, the cell from the source with the larger order comes
 * first (O-8).
 *
 * The source with the smallest current cell is `top`; the other sources that have a current cell are in a binary heap
 * below it. The next cell usually comes from the same source, and then a step costs only one comparison.
 *
 * After a move to a previous row only the sources that have the row are in the heap. The others stay parked on earlier
 * rows, where the next such move finds them without a seek.
 */
export class KeyValueHeap implements KeyValueScanner {
  current: CellView | null = null;
  order = 0;
  #sources: readonly KeyValueScanner[] = [];
  #top: KeyValueScanner | null = null;
  /** Binary heap in its first `size` elements. */
  readonly #heap: KeyValueScanner[] = [];
  #size = 0;
  /** For each index in `sources`: whether the source lacks the row that the last backward move found. */
  readonly #parked: boolean[] = [];
  /** The row that the last backward move found, while `parked` is valid. */
  readonly #row: SeekKey = new SeekKey();
  #wentBack = false;

  constructor(sources: readonly KeyValueScanner[]) {
    this.reset(sources);
  }

  /** Restarts with other sources, like a new heap. The previous ones stay open. */
  reset(sources: readonly KeyValueScanner[]): void {
    this.#sources = sources;
    this.order = 0;
    for (const source of sources) if (source.order > this.order) this.order = source.order;
    this.#size = 0;
    this.#top = null;
    this.current = null;
    this.#wentBack = false;
  }

  /** Order of the source that `current` comes from. REQUIRES a current cell. */
  get currentOrder(): number {
    return (this.#top as KeyValueScanner).order;
  }

  next(): void {
    const top = this.#top as KeyValueScanner;
    top.next();
    this.#settle(top);
  }

  seek(to: CellView): void {
    this.#wentBack = false;
    this.#clear();
    for (const source of this.#sources) {
      source.seek(to);
      this.#push(source);
    }
    this.#pop();
  }

  reseek(to: CellView): void {
    for (let top = this.#top; top !== null && compareCells(top.current as CellView, to) < 0; top = this.#top) {
      top.reseek(to);
      this.#settle(top);
    }
  }

  seekToPreviousRow(before: CellView): void {
    const sources = this.#sources;
    const parked = this.#parked;
    const mayKeep = this.#wentBack && compareRows(before, this.#row.cell) <= 0;
    for (let index = 0; index < sources.length; index++) {
      const source = sources[index] as KeyValueScanner;
      if (mayKeep && parked[index] && isBefore(source, before)) continue;
      source.seekToPreviousRow(before);
    }
    this.#takeGreatestRow();
  }

  seekToLastRow(): void {
    for (const source of this.#sources) source.seekToLastRow();
    this.#takeGreatestRow();
  }

  pause(): void {
    for (const source of this.#sources) source.pause();
  }

  resume(): void {
    for (const source of this.#sources) source.resume();
    this.current = this.#top === null ? null : this.#top.current;
  }

  /** The closed sources are forgotten at the next `reset`, see RegionScanner. */
  close(): void {
    for (const source of this.#sources) source.close();
    this.#clear();
    this.current = null;
  }

  /** Builds the heap from the sources that are on the greatest row, and parks the others. */
  #takeGreatestRow(): void {
    const sources = this.#sources;
    const parked = this.#parked;
    let greatest: CellView | null = null;
    for (const { current } of sources) {
      if (current !== null && (greatest === null || compareRows(current, greatest) > 0)) greatest = current;
    }
    this.#clear();
    this.#wentBack = greatest !== null;
    if (greatest !== null) {
      const row = this.#row.firstOnRowOf(greatest);
      for (let index = 0; index < sources.length; index++) {
        const source = sources[index] as KeyValueScanner;
        parked[index] = source.current === null || !sameRow(source.current, row);
        if (!parked[index]) this.#push(source);
      }
    }
    this.#pop();
  }

  #clear(): void {
    this.#size = 0;
    this.#top = null;
  }

  /** Restores the order after `top` moved. */
  #settle(top: KeyValueScanner): void {
    if (top.current === null) {
      this.#pop();
    } else if (this.#size > 0 && precedes(this.#heap[0] as KeyValueScanner, top)) {
      this.#top = this.#heap[0] as KeyValueScanner;
      this.#siftDown(top);
      this.current = this.#top.current;
    } else {
      this.current = top.current;
    }
  }

  /** Moves the first source of the heap to the top. */
  #pop(): void {
    if (this.#size === 0) {
      this.#top = null;
      this.current = null;
      return;
    }
    this.#top = this.#heap[0] as KeyValueScanner;
    this.current = this.#top.current;
    this.#size--;
    if (this.#size > 0) this.#siftDown(this.#heap[this.#size] as KeyValueScanner);
  }

  /** Adds a source unless it is exhausted. */
  #push(source: KeyValueScanner): void {
    if (source.current === null) return;
    const heap = this.#heap;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!precedes(source, heap[parent] as KeyValueScanner)) break;
      heap[at] = heap[parent] as KeyValueScanner;
      at = parent;
    }
    heap[at] = source;
  }

  /** Puts `source` at the root and sifts it down. REQUIRES `size > 0`. */
  #siftDown(source: KeyValueScanner): void {
    const heap = this.#heap;
    const size = this.#size;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      const right = child + 1;
      if (right < size && precedes(heap[right] as KeyValueScanner, heap[child] as KeyValueScanner)) child = right;
      if (!precedes(heap[child] as KeyValueScanner, source)) break;
      heap[at] = heap[child] as KeyValueScanner;
      at = child;
    }
    heap[at] = source;
  }
}

/** REQUIRES that both have a current cell. */
function precedes(a: KeyValueScanner, b: KeyValueScanner): boolean {
  const order = compareCells(a.current as CellView, b.current as CellView);
  return order < 0 || (order === 0 && a.order > b.order);
}

/**
 * Whether a parked source is already where a move to the row before `before` would put it: before the first row, or on
 * a row before `before`.
 */
function isBefore(source: KeyValueScanner, before: CellView): boolean {
  return source.current === null || compareRows(source.current, before) < 0;
}
