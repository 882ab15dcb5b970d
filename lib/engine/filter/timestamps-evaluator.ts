import { ReturnCode } from '../../filter/return-code.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';

/** Cells with one of several timestamps. */
export class TimestampsEvaluator extends FilterEvaluator {
  override readonly seeks: boolean = true;
  /** Newest first. */
  private readonly timestamps: readonly number[];
  private readonly canHint: boolean;
  private readonly hint = new SeekKey();
  /** The largest timestamp that is not larger than the cell's, as an index. */
  private next = 0;

  constructor(reader: FilterReader) {
    super();
    this.timestamps = reader.list(() => reader.count()).sort((a, b) => b - a);
    this.canHint = reader.flag();
  }

  override filterCell({ timestamp }: CellView): ReturnCode {
    const { timestamps } = this;
    let low = 0;
    for (let high = timestamps.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((timestamps[middle] as number) <= timestamp) high = middle;
      else low = middle + 1;
    }
    this.next = low;
    if (low === timestamps.length) return ReturnCode.NextColumn;
    if (timestamps[low] === timestamp) return ReturnCode.Include;
    return this.canHint ? ReturnCode.SeekNextUsingHint : ReturnCode.Skip;
  }

  override nextCellHint(cell: CellView): SeekKey {
    this.hint.firstOnVersionOf(cell, this.timestamps[this.next] as number);
    return this.hint;
  }
}
