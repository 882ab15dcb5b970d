import type { CellView } from '../../keyvalue/cell-view.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readTest } from './read-comparison.js';
import { ReturnCode } from './return-code.js';

/** Decides once about each row. */
class RowEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean;
  private readonly passes: (cell: CellView) => boolean;
  private dropped = false;

  /** `passes` receives the first cell of each row. */
  constructor(passes: (cell: CellView) => boolean, hasFilterRow: boolean) {
    super();
    this.passes = passes;
    this.hasFilterRow = hasFilterRow;
  }

  override reset(): void {
    this.dropped = false;
  }

  override filterRowKey(cell: CellView): boolean {
    this.dropped = !this.passes(cell);
    return this.dropped;
  }

  override filterCell(): ReturnCode {
    return this.dropped ? ReturnCode.NextRow : ReturnCode.Include;
  }

  override filterRow(): boolean {
    return this.dropped;
  }
}

/** RowFilter: the rows whose key passes the test. */
export function readRow(reader: FilterReader): FilterEvaluator {
  const test = readTest(reader);
  return new RowEvaluator(({ key, rowOffset, rowLength }) => test(key, rowOffset, rowLength), false);
}

/** RandomRowFilter: each row with the same chance. */
export function readRandomRow(reader: FilterReader): FilterEvaluator {
  const chance = reader.f64();
  const random = randomNumbers();
  return new RowEvaluator(() => random() < chance, true);
}

/** How many sequences there have been: each has another seed. */
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
