import { ReturnCode } from '../../filter/return-code.js';
import type { ValueTransform } from '../../filter/value-transform.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';

/** Drops rows of which another filter does not simply include every cell (F-5). */
export class SkipEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean = true;
  private readonly inner: FilterEvaluator;
  private dropped = false;

  constructor(reader: FilterReader) {
    super();
    this.inner = reader.filter();
  }

  override reset(): void {
    this.inner.reset();
    this.dropped = false;
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    const code = this.inner.filterCell(cell, family);
    if (code !== ReturnCode.Include) this.dropped = true;
    return code;
  }

  override transformCell(cell: CellView, before?: ValueTransform): ValueTransform {
    return this.inner.transformCell(cell, before);
  }

  override filterRow(): boolean {
    return this.dropped;
  }

  override isFamilyEssential(family: Uint8Array): boolean {
    return this.inner.isFamilyEssential(family);
  }
}
