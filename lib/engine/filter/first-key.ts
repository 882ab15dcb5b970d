import { equalRanges } from '../../bytes/compare.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { CellEvaluator } from './cell-evaluator.js';
import type { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { ReturnCode } from './return-code.js';

/** Includes the cells of each row up to the first one that `isLast` accepts, and that one. */
function firstKey(isLast: (cell: CellView) => boolean): FilterEvaluator {
  let found = false;
  const startRow = (): void => {
    found = false;
  };
  return new CellEvaluator(
    (cell) => {
      if (found) return ReturnCode.NextRow;
      found = isLast(cell);
      return ReturnCode.Include;
    },
    { startRow },
  );
}

/** FirstKeyOnlyFilter: the first cell of each row. */
export function readFirstKeyOnly(): FilterEvaluator {
  return firstKey(() => true);
}

/** FirstKeyValueMatchingQualifiersFilter: the cells up to the first one with one of several qualifiers. */
export function readFirstKeyValueMatchingQualifiers(reader: FilterReader): FilterEvaluator {
  const qualifiers = reader.list(() => reader.sized());
  return firstKey(({ key, qualifierOffset, qualifierLength }) => {
    for (const wanted of qualifiers)
      if (equalRanges(key, qualifierOffset, qualifierLength, wanted, 0, wanted.length)) return true;
    return false;
  });
}
