import { compareBytes } from '../../bytes/compare.js';

interface RowTime {
  readonly row: Uint8Array;
  readonly at: number;
  /** A later entry for the same row replaces it. */
  readonly order: number;
}

/** Entries that no longer matter are removed when there are this many more than after the last time. */
const SLACK = 256;

/**
 * When rows have to be read again because cells of theirs expire. A binary heap, the earliest time first. A row whose
 * time has changed may be reported at the earlier time too: it is then read once more. If there are too many rows, only
 * those with the earliest times are listed. Of the others, only the earliest time is known.
 */
export class RowTimes {
  readonly #most: number;
  readonly #matters: (row: Uint8Array) => boolean;
  #heap: RowTime[] = [];
  #order = 0;
  #kept = 0;
  #earliestLost = Number.POSITIVE_INFINITY;

  /** `matters` tells which rows still have to be reported; the others may be, too. */
  constructor(most: number, matters: (row: Uint8Array) => boolean) {
    this.#most = most;
    this.#matters = matters;
  }

  /** The earliest time, or Infinity. */
  get earliest(): number {
    return Math.min(this.#heap[0]?.at ?? Number.POSITIVE_INFINITY, this.#earliestLost);
  }

  /** Whether the time has come at which rows are due that are not listed. */
  isLost(now: number): boolean {
    return this.#earliestLost <= now;
  }

  /** Keeps the array `row`. */
  set(row: Uint8Array, at: number): void {
    if (this.#heap.length >= Math.min(2 * this.#kept + SLACK, this.#most)) this.#makeRoom();
    // At the earliest time that is not listed, every row is read again.
    if (at < this.#earliestLost) this.#push({ row, at, order: this.#order++ });
  }

  /** Removes and returns a row whose time has come; null if there is none. */
  takeDue(now: number): Uint8Array | null {
    const first = this.#heap[0];
    if (first === undefined || first.at > now) return null;
    const last = this.#heap.pop() as RowTime;
    if (this.#heap.length > 0) this.#sink(last);
    return first.row;
  }

  clear(): void {
    this.#heap = [];
    this.#kept = 0;
    this.#earliestLost = Number.POSITIVE_INFINITY;
  }

  #push(entry: RowTime): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const above = heap[parent] as RowTime;
      if (above.at <= entry.at) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = entry;
  }

  /** Puts `entry` in the place of the first one. */
  #sink(entry: RowTime): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as RowTime).at < (heap[child] as RowTime).at) child++;
      const below = heap[child] as RowTime;
      if (below.at >= entry.at) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = entry;
  }

  /** Keeps the last entry of each row that matters, and of these at most half of what there is room for. */
  #makeRoom(): void {
    const sorted = this.#heap.sort((a, b) => compareBytes(a.row, b.row) || b.order - a.order);
    const last = sorted.filter(
      ({ row }, index) =>
        (index === 0 || compareBytes(row, (sorted[index - 1] as RowTime).row) !== 0) && this.#matters(row),
    );
    // A sorted list is a heap.
    const heap = last.sort((a, b) => a.at - b.at);
    const [lost] = heap.splice(this.#most >>> 1);
    if (lost !== undefined) this.#earliestLost = lost.at;
    this.#heap = heap;
    this.#kept = heap.length;
  }
}
