import { compareBytes } from '../../bytes/compare.js';
import { lowerBound } from '../../bytes/sorted.js';
import type { RowRange } from './watched-read.js';

interface Place<T> {
  readonly range: RowRange;
  readonly item: T;
  /** Where the last of the ranges up to this one ends; null = nowhere, undefined = not known yet. */
  reach: Uint8Array | null | undefined;
}

/** Ranges of rows, to find those that contain a row: in few comparisons while few ranges overlap. */
export class RangeIndex<T> {
  /** By the beginning of their ranges. */
  readonly #places: Place<T>[] = [];

  get size(): number {
    return this.#places.length;
  }

  add(range: RowRange, item: T): void {
    const at = lowerBound(this.#places, (place) => compareBytes(place.range.low, range.low) <= 0);
    this.#places.splice(at, 0, { range, item, reach: undefined });
    this.#reachFrom(at);
  }

  /** Removes what was added with this range. */
  delete({ low }: RowRange, item: T): void {
    const places = this.#places;
    let at = lowerBound(places, (place) => compareBytes(place.range.low, low) < 0);
    while (at < places.length && (places[at] as Place<T>).item !== item) at++;
    if (places.splice(at, 1).length > 0) this.#reachFrom(at);
  }

  /** Calls `found` with each item whose range contains the row. */
  find(row: Uint8Array, found: (item: T, row: Uint8Array) => void): void {
    const places = this.#places;
    let at = lowerBound(places, (place) => compareBytes(place.range.low, row) <= 0);
    while (--at >= 0) {
      const { range, item, reach } = places[at] as Place<T>;
      if (reach && compareBytes(row, reach) >= 0) return;
      if (range.high === null || compareBytes(row, range.high) < 0) found(item, row);
    }
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const { item } of this.#places) yield item;
  }

  /** Corrects where ranges end, from `start` to the first place at which nothing changes. */
  #reachFrom(start: number): void {
    const places = this.#places;
    let before = places[start - 1]?.reach;
    for (let at = start; at < places.length; at++) {
      const place = places[at] as Place<T>;
      const { high } = place.range;
      before = before === undefined ? high : later(before, high);
      if (place.reach === before) return;
      place.reach = before;
    }
  }
}

function later(a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null {
  return a === null || b === null ? null : compareBytes(a, b) < 0 ? b : a;
}
