import { compareRanges } from '../../bytes/compare.js';
import { prefixStop } from '../../bytes/successor.js';
import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import type { FilterState } from './filter-state.js';
import { ReturnCode } from './return-code.js';

/** Where a row is relative to the rows with the prefix, in the direction of the scan. */
const BEFORE = -1;
const INSIDE = 0;
const AFTER = 1;

/** PrefixFilter: the rows that begin with a prefix, in both directions. */
export class PrefixEvaluator extends FilterEvaluator {
  override readonly seeks: boolean = true;
  readonly #prefix: Uint8Array | null;
  readonly #hint = new SeekKey();
  #place = AFTER;
  #passed = false;

  constructor(reader: FilterReader) {
    super();
    this.#prefix = reader.nullable();
  }

  override reset(): void {
    this.#place = AFTER;
  }

  override carry(state: FilterState): void {
    this.#passed = state.passed(this.#passed);
  }

  override filterAllRemaining(): boolean {
    return this.#passed;
  }

  /** Does not skip a row before the prefix, so that the answer to its first cell can be a hint. */
  override filterRowKey({ key, rowOffset, rowLength }: CellView): boolean {
    const prefix = this.#prefix;
    if (prefix === null || this.#passed) return true;
    const { length } = prefix;
    const order = Math.sign(compareRanges(key, rowOffset, Math.min(rowLength, length), prefix, 0, length));
    this.#place = this.reversed ? -order : order;
    this.#passed = this.#place === AFTER;
    return this.#passed;
  }

  override filterCell(): ReturnCode {
    if (this.#place === INSIDE) return ReturnCode.Include;
    return this.#place === BEFORE ? ReturnCode.SeekNextUsingHint : ReturnCode.NextRow;
  }

  override nextCellHint(): SeekKey | null {
    const prefix = this.#prefix;
    const hint = this.#hint;
    const row = prefix !== null && this.reversed ? prefixStop(prefix) : prefix;
    if (row === null) return null;
    hint.firstOnRow(row);
    return hint;
  }

  override filterRow(): boolean {
    return this.#place !== INSIDE;
  }
}
