import { compareRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import type { FilterState } from './filter-state.js';
import { readTest } from './read-comparison.js';
import { ReturnCode } from './return-code.js';

/** Receives the first cell of a row. */
type RowTest = (cell: CellView, reversed: boolean) => boolean;

/** Judges each row once. */
class RowEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean;
  override readonly countingFilters: readonly string[];
  readonly #passes: RowTest;
  readonly #endsScan: boolean;
  #dropped = false;
  #done = false;

  /**
   * `endsScan`: the first row that does not pass ends the scan. In a list, such a filter never drops a row by
   * `filterRow`. `isRandom`: it judges the same row differently each time.
   */
  constructor(passes: RowTest, endsScan: boolean, isRandom: boolean) {
    super();
    this.#passes = passes;
    this.hasFilterRow = isRandom;
    this.countingFilters = isRandom ? ['RandomRowFilter'] : [];
    this.#endsScan = endsScan;
  }

  override reset(): void {
    this.#dropped = this.#done;
  }

  override carry(state: FilterState): void {
    if (this.#endsScan) this.#done = state.passed(this.#done);
  }

  override filterAllRemaining(): boolean {
    return this.#done;
  }

  override filterRowKey(cell: CellView): boolean {
    this.#dropped = this.#done || !this.#passes(cell, this.reversed);
    this.#done = this.#dropped && this.#endsScan;
    return this.#dropped;
  }

  override filterCell(): ReturnCode {
    return this.#dropped ? ReturnCode.NextRow : ReturnCode.Include;
  }

  override filterRow(): boolean {
    return this.#dropped && !this.#endsScan;
  }
}

/** RowFilter: the rows whose key passes the test. */
export function readRow(reader: FilterReader): FilterEvaluator {
  const test = readTest(reader);
  return new RowEvaluator(({ key, rowOffset, rowLength }) => test(key, rowOffset, rowLength), false, false);
}

/** RandomRowFilter: each row with the same chance. */
export function readRandomRow(reader: FilterReader): FilterEvaluator {
  const chance = reader.f64();
  const random = randomNumbers();
  return new RowEvaluator(() => random() < chance, false, true);
}

/** InclusiveStopFilter: the rows up to and including a stop row, in both directions. */
export function readInclusiveStop(reader: FilterReader): FilterEvaluator {
  const stop = reader.sized();
  const passes: RowTest = ({ key, rowOffset, rowLength }, reversed) => {
    const order = compareRanges(key, rowOffset, rowLength, stop, 0, stop.length);
    return reversed ? order >= 0 : order <= 0;
  };
  return new RowEvaluator(passes, true, false);
}

/** How many sequences there have been: each has a different seed. */
let sequences = 0;

/** Numbers from 0 up to, but not including, 1. */
function randomNumbers(): () => number {
  let state = Math.imul(++sequences, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
