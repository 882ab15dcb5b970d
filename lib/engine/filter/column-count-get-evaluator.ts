import { ReturnCode } from '../../filter/return-code.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';

/** The first columns of a row; the scan ends with the first row that has more. */
export class ColumnCountGetEvaluator extends FilterEvaluator {
  private readonly limit: number;
  private count = 0;

  constructor(reader: FilterReader) {
    super();
    this.limit = reader.count();
  }

  override reset(): void {
    this.count = 0;
  }

  override filterAllRemaining(): boolean {
    return this.count > this.limit;
  }

  override filterCell(): ReturnCode {
    return ++this.count > this.limit ? ReturnCode.NextColumn : ReturnCode.IncludeAndNextColumn;
  }
}
