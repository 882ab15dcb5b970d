import { compareRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { ReturnCode } from './return-code.js';

/** Which columns of a row are included. */
interface ColumnLimit {
  readonly limit: number;
  /** How many columns come before the first included one. */
  readonly offset: number;
  /** The qualifier to begin at; null: the first one of the row. */
  readonly first: Uint8Array | null;
  /** Whether the scan ends with the first row that has more columns. */
  readonly endsScan: boolean;
}

/** Includes a limited number of columns of each row. */
class ColumnLimitEvaluator extends FilterEvaluator {
  override readonly countingFilters: readonly string[];
  readonly #columns: ColumnLimit;
  readonly #hint = new SeekKey();
  #count = 0;
  #exceeded = false;

  constructor(columns: ColumnLimit) {
    super();
    this.#columns = columns;
    this.countingFilters = columns.endsScan ? ['ColumnCountGetFilter'] : [];
  }

  override reset(): void {
    this.#count = 0;
    this.#exceeded = false;
  }

  override filterAllRemaining(): boolean {
    return this.#exceeded && this.#columns.endsScan;
  }

  override filterCell({ key, qualifierOffset, qualifierLength }: CellView): ReturnCode {
    const { limit, offset, first, endsScan } = this.#columns;
    if (this.#count >= offset + limit) {
      this.#exceeded = true;
      return endsScan ? ReturnCode.NextColumn : ReturnCode.NextRow;
    }
    if (first !== null && this.#count === 0) {
      if (compareRanges(key, qualifierOffset, qualifierLength, first, 0, first.length) < 0) {
        return ReturnCode.SeekNextUsingHint;
      }
    }
    return this.#count++ < offset ? ReturnCode.NextColumn : ReturnCode.IncludeAndNextColumn;
  }

  override nextCellHint(cell: CellView): SeekKey | null {
    const { first } = this.#columns;
    if (first === null) return null;
    this.#hint.firstOnColumnOf(cell, first);
    return this.#hint;
  }
}

/** ColumnCountGetFilter: the first columns of a row. */
export function readColumnCountGet(reader: FilterReader): FilterEvaluator {
  return new ColumnLimitEvaluator({ limit: reader.count(), offset: 0, first: null, endsScan: true });
}

/** ColumnPaginationFilter: a page of a row's columns. */
export function readColumnPagination(reader: FilterReader): FilterEvaluator {
  const limit = reader.count();
  const first = reader.nullable();
  return new ColumnLimitEvaluator({ limit, offset: first === null ? reader.count() : 0, first, endsScan: false });
}
