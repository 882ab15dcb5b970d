import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import type { FilterState } from './filter-state.js';

/** PageFilter: a limited number of rows. */
export class PageEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean = true;
  override readonly countingFilters: readonly string[] = ['PageFilter'];
  /** How many more rows may pass; negative after one too many. */
  #left: number;

  constructor(reader: FilterReader) {
    super();
    this.#left = reader.count();
  }

  override carry(state: FilterState): void {
    this.#left = state.count(this.#left);
  }

  override filterAllRemaining(): boolean {
    return this.#left <= 0;
  }

  override filterRow(): boolean {
    return --this.#left < 0;
  }
}
