import { BigtabError } from '../../errors.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { NO_OP, OPERATORS, type StoredTest, storedTest } from './comparison.js';
import { FilterEvaluator, type RowCells } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readComparison } from './read-comparison.js';
import { ReturnCode } from './return-code.js';
import { TestedColumn } from './tested-column.js';

/**
 * SingleColumnValueFilter and SingleColumnValueExcludeFilter: the rows in which the value of one column passes a test.
 */
export class SingleColumnValueEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean = true;
  readonly #column: TestedColumn;
  readonly #excludesColumn: boolean;
  readonly #test: StoredTest;
  readonly #filterIfMissing: boolean;
  readonly #latestVersionOnly: boolean;
  #found = false;
  #matched = false;

  /** `excludesColumn`: the rows are returned without the column. */
  constructor(reader: FilterReader, excludesColumn: boolean) {
    super();
    this.#excludesColumn = excludesColumn;
    this.#column = new TestedColumn(reader);
    const op = reader.oneOf(OPERATORS);
    const compare = readComparison(reader);
    this.#test = storedTest(op, (bytes, offset, length) => {
      const order = compare(bytes, offset, length);
      if (op === NO_OP) throw new BigtabError('RUNTIME', 'Unknown Compare op NO_OP');
      return order;
    });
    this.#filterIfMissing = reader.flag();
    this.#latestVersionOnly = reader.flag();
  }

  override reset(): void {
    this.#found = false;
    this.#matched = false;
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    if (this.#matched) return ReturnCode.Include;
    if (this.#found && this.#latestVersionOnly) return ReturnCode.NextRow;
    if (!this.#column.has(cell, family)) return ReturnCode.Include;
    this.#found = true;
    cell.loadValue();
    this.#matched = this.#test(cell.value, cell.valueOffset, cell.valueLength);
    return this.#matched || !this.#latestVersionOnly ? ReturnCode.Include : ReturnCode.NextRow;
  }

  override filterRowCells(cells: RowCells): void {
    if (this.#excludesColumn) cells.retain((cell, family) => !this.#column.has(cell, family));
  }

  override filterRow(): boolean {
    return this.#found ? !this.#matched : this.#filterIfMissing;
  }

  override isFamilyEssential(family: Uint8Array): boolean {
    return !this.#filterIfMissing || this.#column.isFamily(family);
  }
}
