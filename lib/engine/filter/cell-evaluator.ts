import type { CellView } from '../../keyvalue/cell-view.js';
import { SeekKey } from '../../keyvalue/seek-key.js';
import { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readTest } from './read-comparison.js';
import { ReturnCode } from './return-code.js';

/** How to decide about a cell, whatever the cells before it were. */
interface CellRule {
  decide(cell: CellView, family: Uint8Array): ReturnCode;
  /** Builds the place to go on at, directly after `decide` returned SeekNextUsingHint for the same cell. */
  seek?(hint: SeekKey, cell: CellView): void;
}

/** Decides about each cell by itself, with a rule. */
export class CellEvaluator extends FilterEvaluator {
  override readonly seeks: boolean;
  private readonly rule: CellRule;
  private readonly hint = new SeekKey();

  constructor(rule: CellRule) {
    super();
    this.rule = rule;
    this.seeks = rule.seek !== undefined;
  }

  override filterCell(cell: CellView, family: Uint8Array): ReturnCode {
    return this.rule.decide(cell, family);
  }

  override nextCellHint(cell: CellView): SeekKey {
    this.rule.seek?.(this.hint, cell);
    return this.hint;
  }
}

/** FamilyFilter: the families whose name passes the test. */
export function readFamily(reader: FilterReader): FilterEvaluator {
  const test = readTest(reader);
  return new CellEvaluator({
    decide: (_cell, family) => (test(family, 0, family.length) ? ReturnCode.Include : ReturnCode.NextRow),
  });
}

/** QualifierFilter: the columns whose qualifier passes the test. */
export function readQualifier(reader: FilterReader): FilterEvaluator {
  const test = readTest(reader);
  return new CellEvaluator({
    decide: ({ key, qualifierOffset, qualifierLength }) =>
      test(key, qualifierOffset, qualifierLength) ? ReturnCode.Include : ReturnCode.Skip,
  });
}

/** ValueFilter: the cells whose value passes the test. */
export function readValue(reader: FilterReader): FilterEvaluator {
  const test = readTest(reader);
  return new CellEvaluator({
    decide(cell) {
      cell.loadValue();
      return test(cell.value, cell.valueOffset, cell.valueLength) ? ReturnCode.Include : ReturnCode.Skip;
    },
  });
}
