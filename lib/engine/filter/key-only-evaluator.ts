import type { CellView } from '../../keyvalue/cell-view.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { VALUE_EMPTIED, VALUE_KEPT, type ValueTransform } from './value-transform.js';

const LENGTH_BYTES = 4;

/** KeyOnlyFilter: all cells, with an empty value or the value's length instead of the value. */
export class KeyOnlyEvaluator extends FilterEvaluator {
  readonly #lengthAsValue: boolean;

  constructor(reader: FilterReader) {
    super();
    this.#lengthAsValue = reader.flag();
  }

  override transformCell(cell: CellView, before: ValueTransform = VALUE_KEPT): ValueTransform {
    if (!this.#lengthAsValue) return VALUE_EMPTIED;
    if (before === VALUE_KEPT) return cell.valueLength;
    return before === VALUE_EMPTIED ? 0 : LENGTH_BYTES;
  }
}
