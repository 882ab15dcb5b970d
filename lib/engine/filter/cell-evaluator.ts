import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readTest } from './read-comparison.js';
import { ReturnCode } from './return-code.js';

/** Judges a cell, regardless of the cells before it. */
type CellRule = (cell: CellView, family: Uint8Array) => ReturnCode;

/** Builds the place to continue at, directly after the rule returned SeekNextUsingHint for the same cell. */
type BuildHint = (hint: SeekKey, cell: CellView) => void;

/** Judges each cell by itself, with a rule. */
export class CellEvaluator extends FilterEvaluator {
  override readonly seeks: boolean;
  private readonly rule: CellRule;
  private readonly buildHint: BuildHint | null;
  private readonly hint = new SeekKey();

  constructor(rule: CellRule, buildHint: BuildHint | null = null) {
    super();
    this.rule = rule;
    this.buildHint = buildHint;
    this.seeks = buildHint !== null;
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    return this.rule(cell, family);
  }

  override nextCellHint(cell: CellView): SeekKey {
    this.buildHint?.(this.hint, cell);
    return this.hint;
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
