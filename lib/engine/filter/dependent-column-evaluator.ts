import type { CellView } from '../../keyvalue/cell-view.js';
import type { StoredTest } from './comparison.js';
import { FilterEvaluator, type RowCells } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readTest } from './read-comparison.js';
import { ReturnCode } from './return-code.js';
import { TestedColumn } from './tested-column.js';

/** DependentColumnFilter: the cells with the same timestamp as a cell of one column. */
export class DependentColumnEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean = true;
  readonly #column: TestedColumn;
  readonly #dropsColumn: boolean;
  readonly #test: StoredTest | null;
  readonly #timestamps = new Set<number>();

  constructor(reader: FilterReader) {
    super();
    this.#column = new TestedColumn(reader);
    this.#dropsColumn = reader.flag();
    this.#test = reader.flag() ? readTest(reader) : null;
  }

  override reset(): void {
    this.#timestamps.clear();
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    if (!this.#column.has(cell, family)) return ReturnCode.Include;
    cell.loadValue();
    if (this.#test?.(cell.value, cell.valueOffset, cell.valueLength) === false) return ReturnCode.Skip;
    this.#timestamps.add(cell.timestamp);
    return this.#dropsColumn ? ReturnCode.Skip : ReturnCode.Include;
  }

  override filterRowCells(cells: RowCells): void {
    cells.retain((cell) => this.#timestamps.has(cell.timestamp));
  }
}
