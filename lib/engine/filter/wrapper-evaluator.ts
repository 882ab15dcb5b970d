import type { CellView } from '../../keyvalue/cell-view.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import type { FilterState } from './filter-state.js';
import { ReturnCode } from './return-code.js';
import type { ValueTransform } from './value-transform.js';

/** Wraps another filter and remembers whether that one rejected anything (F-5). */
abstract class WrapperEvaluator extends FilterEvaluator {
  override readonly hasFilterRow: boolean = true;
  override readonly countingFilters: readonly string[];
  protected readonly inner: FilterEvaluator;
  protected rejected = false;

  /** `countingFilters`: its own class name if it depends on the rows before, even if the inner filter does not. */
  constructor(reader: FilterReader, ...countingFilters: readonly string[]) {
    super();
    this.inner = reader.filter();
    this.countingFilters = [...new Set([...countingFilters, ...this.inner.countingFilters])];
  }

  override reset(): void {
    this.inner.reset();
  }

  override carry(state: FilterState): void {
    this.inner.carry(state);
  }

  /** Every code but Include rejects, also those that include the cell. */
  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    const code = this.inner.filterCell(cell, family);
    this.note(code !== ReturnCode.Include);
    return code;
  }

  override transformCell(cell: CellView, before?: ValueTransform): ValueTransform {
    return this.inner.transformCell(cell, before);
  }

  override isFamilyEssential(family: Uint8Array): boolean {
    return this.inner.isFamilyEssential(family);
  }

  protected note(rejected: boolean): boolean {
    this.rejected ||= rejected;
    return rejected;
  }
}

/** Drops each row in which the inner filter rejects a cell. */
export class SkipEvaluator extends WrapperEvaluator {
  constructor(reader: FilterReader) {
    super(reader);
  }

  override reset(): void {
    super.reset();
    this.rejected = false;
  }

  override filterRow(): boolean {
    return this.rejected;
  }
}

/** Ends the scan as soon as the inner filter rejects a row or a cell. */
export class WhileMatchEvaluator extends WrapperEvaluator {
  constructor(reader: FilterReader) {
    super(reader, 'WhileMatchFilter');
  }

  override carry(state: FilterState): void {
    super.carry(state);
    this.rejected = state.flag(this.rejected);
  }

  override filterAllRemaining(): boolean {
    return this.rejected || this.inner.filterAllRemaining();
  }

  override filterRowKey(cell: CellView, family: Uint8Array): boolean {
    return this.filterAllRemaining() || this.note(this.inner.filterRowKey(cell, family));
  }

  override filterRow(): boolean {
    return this.note(this.inner.filterRow());
  }
}
