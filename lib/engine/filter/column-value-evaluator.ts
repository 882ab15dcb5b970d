import type { CellView } from '../../keyvalue/cell-view.js';
import type { StoredTest } from './comparison.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readTest } from './read-comparison.js';
import { ReturnCode } from './return-code.js';
import { TestedColumn } from './tested-column.js';

/** ColumnValueFilter: the cells of one column whose value passes a test. */
export class ColumnValueEvaluator extends FilterEvaluator {
  private readonly column: TestedColumn;
  private readonly test: StoredTest;
  private found = false;

  constructor(reader: FilterReader) {
    super();
    this.column = new TestedColumn(reader);
    this.test = readTest(reader);
  }

  override reset(): void {
    this.found = false;
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    if (!this.column.has(cell, family)) return this.found ? ReturnCode.NextRow : ReturnCode.NextColumn;
    this.found = true;
    cell.loadValue();
    return this.test(cell.value, cell.valueOffset, cell.valueLength) ? ReturnCode.Include : ReturnCode.Skip;
  }

  override isFamilyEssential(family: Uint8Array): boolean {
    return this.column.isFamily(family);
  }
}
