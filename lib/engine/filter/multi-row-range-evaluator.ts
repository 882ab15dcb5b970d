import { compareBytes, compareRanges } from '../../bytes/compare.js';
import { lowerBound } from '../../bytes/sorted.js';
import { nextKey } from '../../bytes/successor.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import type { FilterState } from './filter-state.js';
import { ReturnCode } from './return-code.js';

/** The rows from `start` up to, but not including, `stop`; null: up to the last row. */
interface Range {
  readonly start: Uint8Array;
  stop: Uint8Array | null;
}

/** MultiRowRangeFilter: the rows in any of several ranges, in both directions. */
export class MultiRowRangeEvaluator extends FilterEvaluator {
  override readonly seeks: boolean = true;
  /** In order; they neither overlap nor touch. */
  readonly #ranges: readonly Range[];
  readonly #hint = new SeekKey();
  /** Where the next range begins, in the direction of the scan. */
  #next: Uint8Array | null = null;
  #code: ReturnCode = ReturnCode.Include;
  #done = false;

  constructor(reader: FilterReader) {
    super();
    this.#ranges = merge(reader.list(() => readRange(reader)));
  }

  override carry(state: FilterState): void {
    this.#done = state.passed(this.#done);
  }

  override filterAllRemaining(): boolean {
    return this.#done;
  }

  /** Does not skip rows between two ranges, so that the answer to their first cell can be a hint. */
  override filterRowKey(cell: CellView): boolean {
    if (this.#done) return true;
    const { reversed } = this;
    const ranges = this.#ranges;
    /** The first range that ends after the row. */
    const index = lowerBound(ranges, ({ stop }) => stop !== null && compareRow(cell, stop) >= 0);
    const range = ranges[index];
    if (range !== undefined && compareRow(cell, range.start) >= 0) {
      this.#code = ReturnCode.Include;
      return false;
    }
    const next = reversed ? ranges[index - 1]?.stop : range?.start;
    this.#next = next ?? null;
    this.#done = next === undefined;
    this.#code = this.#done ? ReturnCode.NextRow : ReturnCode.SeekNextUsingHint;
    return false;
  }

  override filterCell(): ReturnCode {
    return this.#code;
  }

  override nextCellHint(): SeekKey | null {
    const next = this.#next;
    const hint = this.#hint;
    if (next === null) return null;
    hint.firstOnRow(next);
    return hint;
  }
}

function readRange(reader: FilterReader): Range {
  const start = reader.sized();
  const startInclusive = reader.flag();
  const stop = reader.sized();
  const stopInclusive = reader.flag();
  return {
    start: startInclusive || start.length === 0 ? start : nextKey(start),
    stop: stop.length === 0 ? null : stopInclusive ? nextKey(stop) : stop,
  };
}

function merge(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of ranges.sort((a, b) => compareBytes(a.start, b.start))) {
    const { start, stop } = range;
    if (stop !== null && compareBytes(start, stop) >= 0) continue;
    const last = merged.at(-1);
    if (last === undefined || (last.stop !== null && compareBytes(last.stop, start) < 0)) merged.push(range);
    else if (stop === null || (last.stop !== null && compareBytes(last.stop, stop) < 0)) last.stop = stop;
  }
  return merged;
}

function compareRow({ key, rowOffset, rowLength }: CellView, row: Uint8Array): number {
  return compareRanges(key, rowOffset, rowLength, row, 0, row.length);
}
