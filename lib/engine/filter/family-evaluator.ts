import { ReturnCode } from '../../filter/return-code.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import type { StoredTest } from './comparison.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readTest } from './read-comparison.js';

/** Families whose name is as asked. */
export class FamilyEvaluator extends FilterEvaluator {
  private readonly test: StoredTest;

  constructor(reader: FilterReader) {
    super();
    this.test = readTest(reader);
  }

  override filterCell(_cell: CellView, family: Uint8Array): ReturnCode {
    return this.test(family, 0, family.length) ? ReturnCode.Include : ReturnCode.NextRow;
  }
}
