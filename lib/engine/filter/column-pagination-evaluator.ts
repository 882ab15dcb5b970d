import { compareRanges } from '../../bytes/compare.js';
import { ReturnCode } from '../../filter/return-code.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';

/** So many columns of a row, behind the first ones or from a qualifier on. */
export class ColumnPaginationEvaluator extends FilterEvaluator {
  private readonly limit: number;
  /** The first column; null = it is `offset` that counts. */
  private readonly first: Uint8Array | null;
  private readonly offset: number;
  private readonly hint = new SeekKey();
  private count = 0;

  constructor(reader: FilterReader) {
    super();
    this.limit = reader.count();
    this.first = reader.nullable();
    this.offset = this.first === null ? reader.count() : 0;
  }

  override reset(): void {
    this.count = 0;
  }

  override filterCell({ key, qualifierOffset, qualifierLength }: CellView): ReturnCode {
    const { first, offset, count } = this;
    if (count >= offset + this.limit) return ReturnCode.NextRow;
    if (
      first !== null &&
      count === 0 &&
      compareRanges(key, qualifierOffset, qualifierLength, first, 0, first.length) < 0
    )
      return ReturnCode.SeekNextUsingHint;
    this.count++;
    return count < offset ? ReturnCode.NextColumn : ReturnCode.IncludeAndNextColumn;
  }

  override nextCellHint(cell: CellView): SeekKey {
    this.hint.firstOnColumnOf(cell, this.first as Uint8Array);
    return this.hint;
  }
}
