import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readTest } from './read-comparison.js';
import { ReturnCode } from './return-code.js';
import { TestedColumn } from './tested-column.js';

/** Judges a cell. */
type CellRule = (cell: CellView, family: Uint8Array) => ReturnCode;

/** What a filter has in addition to its rule. */
interface CellRuleParts {
  /** Builds the place to continue at, directly after the rule returned SeekNextUsingHint for the same cell. */
  readonly buildHint?: (hint: SeekKey, cell: CellView) => void;
  /** Called before each row, for a rule that remembers the cells of its row. */
  readonly startRow?: () => void;
  /** The column that it tests: only its family decides which rows are found. Default: every family does. */
  readonly column?: TestedColumn;
}

/** Judges each cell with a rule. */
export class CellEvaluator extends FilterEvaluator {
  override readonly seeks: boolean;
  readonly #rule: CellRule;
  readonly #parts: CellRuleParts;
  readonly #hint = new SeekKey();

  constructor(rule: CellRule, parts: CellRuleParts = {}) {
    super();
    this.#rule = rule;
    this.#parts = parts;
    this.seeks = parts.buildHint !== undefined;
  }

  override reset(): void {
    this.#parts.startRow?.();
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    return this.#rule(cell, family);
  }

  override nextCellHint(cell: CellView): SeekKey {
    this.#parts.buildHint?.(this.#hint, cell);
    return this.#hint;
  }

  override isFamilyEssential(family: Uint8Array): boolean {
    return this.#parts.column?.isFamily(family) ?? true;
  }
}

/** FamilyFilter: the families whose name passes the test. */
export function readFamily(reader: FilterReader): FilterEvaluator {
  const test = readTest(reader);
  return new CellEvaluator((_cell, family) =>
    test(family, 0, family.length) ? ReturnCode.Include : ReturnCode.NextRow,
  );
}

/** QualifierFilter: the columns whose qualifier passes the test. */
export function readQualifier(reader: FilterReader): FilterEvaluator {
  const test = readTest(reader);
  return new CellEvaluator(({ key, qualifierOffset, qualifierLength }) =>
    test(key, qualifierOffset, qualifierLength) ? ReturnCode.Include : ReturnCode.Skip,
  );
}

/** ValueFilter: the cells whose value passes the test. */
export function readValue(reader: FilterReader): FilterEvaluator {
  const test = readTest(reader);
  return new CellEvaluator((cell) => {
    cell.loadValue();
    return test(cell.value, cell.valueOffset, cell.valueLength) ? ReturnCode.Include : ReturnCode.Skip;
  });
}

/** ColumnValueFilter: the cells of one column whose value passes the test. */
export function readColumnValue(reader: FilterReader): FilterEvaluator {
  const column = new TestedColumn(reader);
  const test = readTest(reader);
  let found = false;
  const startRow = (): void => {
    found = false;
  };
  return new CellEvaluator(
    (cell, family) => {
      if (!column.has(cell, family)) return found ? ReturnCode.NextRow : ReturnCode.NextColumn;
      found = true;
      cell.loadValue();
      return test(cell.value, cell.valueOffset, cell.valueLength) ? ReturnCode.Include : ReturnCode.Skip;
    },
    { startRow, column },
  );
}
