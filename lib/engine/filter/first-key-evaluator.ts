import { equalRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { ReturnCode } from './return-code.js';

/** Includes the cells of each row up to the first one that `isLast` accepts, and that one. */
class FirstKeyEvaluator extends FilterEvaluator {
  private readonly isLast: (cell: CellView) => boolean;
  private found = false;

  constructor(isLast: (cell: CellView) => boolean) {
    super();
    this.isLast = isLast;
  }

  override reset(): void {
    this.found = false;
  }

  override filterCell(cell: CellView): ReturnCode {
    if (this.found) return ReturnCode.NextRow;
    this.found = this.isLast(cell);
    return ReturnCode.Include;
  }
}

/** FirstKeyOnlyFilter: the first cell of each row. */
export function readFirstKeyOnly(): FilterEvaluator {
  return new FirstKeyEvaluator(() => true);
}

/** FirstKeyValueMatchingQualifiersFilter: the cells up to the first one with one of several qualifiers. */
export function readFirstKeyValueMatchingQualifiers(reader: FilterReader): FilterEvaluator {
  const qualifiers = reader.list(() => reader.sized());
  return new FirstKeyEvaluator(({ key, qualifierOffset, qualifierLength }) => {
    for (const wanted of qualifiers)
      if (equalRanges(key, qualifierOffset, qualifierLength, wanted, 0, wanted.length)) return true;
    return false;
  });
}
