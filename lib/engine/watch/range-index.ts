import { compareBytes } from '../../bytes/compare.js';
import { lowerBound } from '../../bytes/sorted.js';
import type { RowRange } from './watched-read.js';

interface Place<T> {
  readonly range: RowRange;
  readonly item: T;
  /** Where the last of the ranges up to this one ends; null = nowhere. */
  reach: Uint8Array | null;
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
    this.#places.splice(at, 0, { range, item, reach: null });
    this.#reachFrom(at);
  }

  delete(item: T): void {
    const at = this.#places.findIndex((place) => place.item === item);
    if (at < 0) return;
    this.#places.splice(at, 1);
    this.#reachFrom(at);
  }

  /** Calls `found` with each item whose range contains the row. */
  find(row: Uint8Array, found: (item: T, row: Uint8Array) => void): void {
    const places = this.#places;
    let at = lowerBound(places, (place) => compareBytes(place.range.low, row) <= 0);
    while (--at >= 0) {
      const { range, item, reach } = places[at] as Place<T>;
      if (reach !== null && compareBytes(row, reach) >= 0) return;
      if (range.high === null || compareBytes(row, range.high) < 0) found(item, row);
    }
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const { item } of this.#places) yield item;
  }

  #reachFrom(start: number): void {
    const places = this.#places;
    for (let at = start; at < places.length; at++) {
      const place = places[at] as Place<T>;
      const before = places[at - 1];
      place.reach = before === undefined ? place.range.high : later(before.reach, place.range.high);
    }
  }
}

function later(a: Uint8Array | null, b: Uint8Array | null): Uint8Array | null {
  return a === null || b === null ? null : compareBytes(a, b) < 0 ? b : a;
}
