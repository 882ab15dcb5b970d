import { ReturnCode } from '../../filter/return-code.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { StoredTest } from './comparison.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readTest } from './read-comparison.js';

/** Columns whose qualifier is as asked. */
export class QualifierEvaluator extends FilterEvaluator {
  private readonly test: StoredTest;

  constructor(reader: FilterReader) {
    super();
    this.test = readTest(reader);
  }

  override filterCell(cell: CellView): ReturnCode {
    return this.test(cell.key, cell.qualifierOffset, cell.qualifierLength) ? ReturnCode.Include : ReturnCode.Skip;
  }
}
