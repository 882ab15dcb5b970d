import { BigtabError } from '../../errors.js';
import { ReturnCode } from '../../filter/return-code.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { NO_OP, OPERATORS, type StoredTest, storedTest } from './comparison.js';
import { FilterEvaluator, type RowCells } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readComparison } from './read-comparison.js';
import { TestedColumn } from './tested-column.js';

/** Rows, chosen by the value of one column. */
export class SingleColumnValueEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean = true;
  protected readonly column: TestedColumn;
  private readonly test: StoredTest;
  private readonly filterIfMissing: boolean;
  private readonly latestVersionOnly: boolean;
  private found = false;
  private matched = false;

  constructor(reader: FilterReader) {
    super();
    this.column = new TestedColumn(reader);
    const op = reader.below(OPERATORS);
    const compare = readComparison(reader);
    this.test = storedTest(op, (bytes, offset, length) => {
      const order = compare(bytes, offset, length);
      if (op === NO_OP) throw new BigtabError('RUNTIME', 'Unknown Compare op NO_OP');
      return order;
    });
    this.filterIfMissing = reader.flag();
    this.latestVersionOnly = reader.flag();
  }

  override reset(): void {
    this.found = false;
    this.matched = false;
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    if (this.matched) return ReturnCode.Include;
    if (this.found && this.latestVersionOnly) return ReturnCode.NextRow;
    if (!this.column.has(cell, family)) return ReturnCode.Include;
    this.found = true;
    cell.loadValue();
    this.matched = this.test(cell.value, cell.valueOffset, cell.valueLength);
    return this.matched || !this.latestVersionOnly ? ReturnCode.Include : ReturnCode.NextRow;
  }

  override filterRow(): boolean {
    return this.found ? !this.matched : this.filterIfMissing;
  }

  override isFamilyEssential(family: Uint8Array): boolean {
    return !this.filterIfMissing || this.column.isFamily(family);
  }
}

/** The same, and the column is then left out. */
export class SingleColumnValueExcludeEvaluator extends SingleColumnValueEvaluator {
  override filterRowCells(cells: RowCells): void {
    cells.retain((cell, family) => !this.column.has(cell, family));
  }
}
