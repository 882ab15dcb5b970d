import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';

/** At most so many rows that pass it. */
export class PageEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean = true;
  /** Rows that may still pass; negative once one was too many. */
  private left: number;

  constructor(reader: FilterReader) {
    super();
    this.left = reader.count();
  }

  override filterAllRemaining(): boolean {
    return this.left <= 0;
  }

  override filterRow(): boolean {
    return --this.left < 0;
  }
}
