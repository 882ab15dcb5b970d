import { ReturnCode } from '../../filter/return-code.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { StoredTest } from './comparison.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readTest } from './read-comparison.js';

/** Rows whose key is as asked. */
export class RowEvaluator extends FilterEvaluator {
  private readonly test: StoredTest;
  private dropped = false;

  constructor(reader: FilterReader) {
    super();
    this.test = readTest(reader);
  }

  override reset(): void {
    this.dropped = false;
  }

  override filterRowKey(cell: CellView): boolean {
    if (!this.test(cell.key, cell.rowOffset, cell.rowLength)) this.dropped = true;
    return this.dropped;
  }

  override filterCell(): ReturnCode {
    return this.dropped ? ReturnCode.NextRow : ReturnCode.Include;
  }

  override filterRow(): boolean {
    return this.dropped;
  }
}
