import { compareRanges } from '../../bytes/compare.js';
import { ReturnCode } from './return-code.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';

/** InclusiveStopFilter: the rows up to a stop row, which is included. */
export class InclusiveStopEvaluator extends FilterEvaluator {
  private readonly stop: Uint8Array;
  private done = false;

  constructor(reader: FilterReader) {
    super();
    this.stop = reader.sized();
  }

  override filterAllRemaining(): boolean {
    return this.done;
  }

  override filterRowKey({ key, rowOffset, rowLength }: CellView): boolean {
    const order = compareRanges(key, rowOffset, rowLength, this.stop, 0, this.stop.length);
    this.done ||= this.reversed ? order < 0 : order > 0;
    return this.done;
  }

  override filterCell(): ReturnCode {
    return this.done ? ReturnCode.NextRow : ReturnCode.Include;
  }
}
