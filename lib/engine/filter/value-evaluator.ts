import { ReturnCode } from '../../filter/return-code.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { StoredTest } from './comparison.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readTest } from './read-comparison.js';

/** Cells whose value is as asked. */
export class ValueEvaluator extends FilterEvaluator {
  private readonly test: StoredTest;

  constructor(reader: FilterReader) {
    super();
    this.test = readTest(reader);
  }

  override filterCell(cell: CellView): ReturnCode {
    cell.loadValue();
    return this.test(cell.value, cell.valueOffset, cell.valueLength) ? ReturnCode.Include : ReturnCode.Skip;
  }
}
