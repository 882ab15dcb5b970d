import { compareRanges } from '../../bytes/compare.js';
import { ReturnCode } from '../../filter/return-code.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';

/** Columns between two bounds. */
export class ColumnRangeEvaluator extends FilterEvaluator {
  override readonly seeks: boolean = true;
  private readonly min: Uint8Array | null;
  private readonly minInclusive: boolean;
  private readonly max: Uint8Array | null;
  private readonly maxInclusive: boolean;
  private readonly hint = new SeekKey();

  constructor(reader: FilterReader) {
    super();
    this.min = reader.nullable();
    this.minInclusive = reader.flag();
    this.max = reader.nullable();
    this.maxInclusive = reader.flag();
  }

  override filterCell(cell: CellView): ReturnCode {
    const fromMin = compareQualifier(cell, this.min, 1);
    if (fromMin < 0) return ReturnCode.SeekNextUsingHint;
    if (fromMin === 0 && !this.minInclusive) return ReturnCode.NextColumn;
    const fromMax = compareQualifier(cell, this.max, -1);
    return fromMax < 0 || (fromMax === 0 && this.maxInclusive) ? ReturnCode.Include : ReturnCode.NextRow;
  }

  override nextCellHint(cell: CellView): SeekKey {
    this.hint.firstOnColumnOf(cell, this.min as Uint8Array);
    return this.hint;
  }
}

function compareQualifier(
  { key, qualifierOffset, qualifierLength }: CellView,
  bound: Uint8Array | null,
  open: number,
): number {
  return bound === null ? open : compareRanges(key, qualifierOffset, qualifierLength, bound, 0, bound.length);
}
