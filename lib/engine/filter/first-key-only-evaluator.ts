import { equalRanges } from '../../bytes/compare.js';
import { ReturnCode } from '../../filter/return-code.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';

/** The first cell of each row. */
export class FirstKeyOnlyEvaluator extends FilterEvaluator {
  private found = false;

  override reset(): void {
    this.found = false;
  }

  override filterCell(cell: CellView, _family: Uint8Array): ReturnCode {
    if (this.found) return ReturnCode.NextRow;
    this.found = this.isLast(cell);
    return ReturnCode.Include;
  }

  protected isLast(_cell: CellView): boolean {
    return true;
  }
}

/** The cells of each row up to, and with, the first that has one of several qualifiers. */
export class FirstKeyValueMatchingQualifiersEvaluator extends FirstKeyOnlyEvaluator {
  private readonly qualifiers: readonly Uint8Array[];

  constructor(reader: FilterReader) {
    super();
    this.qualifiers = reader.list(() => reader.sized());
  }

  protected override isLast({ key, qualifierOffset, qualifierLength }: CellView): boolean {
    for (const wanted of this.qualifiers)
      if (equalRanges(key, qualifierOffset, qualifierLength, wanted, 0, wanted.length)) return true;
    return false;
  }
}
