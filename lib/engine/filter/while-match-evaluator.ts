import { ReturnCode } from '../../filter/return-code.js';
import type { ValueTransform } from '../../filter/value-transform.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';

/** Ends the scan as soon as another filter rejects something (F-5). */
export class WhileMatchEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean = true;
  private readonly inner: FilterEvaluator;
  private done = false;

  constructor(reader: FilterReader) {
    super();
    this.inner = reader.filter();
  }

  override reset(): void {
    this.inner.reset();
  }

  override filterAllRemaining(): boolean {
    return this.done || this.inner.filterAllRemaining();
  }

  override filterRowKey(cell: CellView, family: Uint8Array): boolean {
    return this.filterAllRemaining() || this.noticed(this.inner.filterRowKey(cell, family));
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    const code = this.inner.filterCell(cell, family);
    this.noticed(code !== ReturnCode.Include);
    return code;
  }

  override transformCell(cell: CellView, before?: ValueTransform): ValueTransform {
    return this.inner.transformCell(cell, before);
  }

  override filterRow(): boolean {
    return this.noticed(this.inner.filterRow());
  }

  override isFamilyEssential(family: Uint8Array): boolean {
    return this.inner.isFamilyEssential(family);
  }

  private noticed(rejected: boolean): boolean {
    this.done ||= rejected;
    return rejected;
  }
}
