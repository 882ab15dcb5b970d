/*
 * Filters that include ranges of qualifiers: ColumnRangeFilter, ColumnPrefixFilter and MultipleColumnPrefixFilter
 * (A-20).
 */
import { compareBytes, compareRanges } from '../../bytes/compare.js';
import { prefixStop } from '../../bytes/successor.js';
import { CellEvaluator } from './cell-evaluator.js';
import type { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { ReturnCode } from './return-code.js';

interface ColumnRange {
  readonly min: Uint8Array;
  readonly minInclusive: boolean;
  /** Null: up to the last qualifier. */
  readonly max: Uint8Array | null;
  readonly maxInclusive: boolean;
}

const NOTHING = new Uint8Array(0);

/** REQUIRES at least one range, and ranges in order. */
function columnRanges(ranges: readonly [ColumnRange, ...ColumnRange[]]): FilterEvaluator {
  /** The range that the hint points to. */
  let [next] = ranges;
  return new CellEvaluator(
    ({ key, qualifierOffset, qualifierLength }) => {
      for (const range of ranges) {
        const { min, max } = range;
        const fromMin = compareRanges(key, qualifierOffset, qualifierLength, min, 0, min.length);
        if (fromMin < 0) {
          next = range;
          return ReturnCode.SeekNextUsingHint;
        }
        if (fromMin === 0 && !range.minInclusive) return ReturnCode.NextColumn;
        if (max === null) return ReturnCode.Include;
        const fromMax = compareRanges(key, qualifierOffset, qualifierLength, max, 0, max.length);
        if (fromMax < 0 || (fromMax === 0 && range.maxInclusive)) return ReturnCode.Include;
      }
      return ReturnCode.NextRow;
    },
    { buildHint: (hint, cell) => hint.firstOnColumnOf(cell, next.min) },
  );
}

/** A null bound is open. */
export function readColumnRange(reader: FilterReader): FilterEvaluator {
  const min = reader.nullable();
  const minInclusive = reader.flag() || min === null;
  return columnRanges([{ min: min ?? NOTHING, minInclusive, max: reader.nullable(), maxInclusive: reader.flag() }]);
}

/** A null prefix includes every column. */
export function readColumnPrefix(reader: FilterReader): FilterEvaluator {
  return columnRanges([columnsWithPrefix(reader.nullable() ?? NOTHING)]);
}

/** An empty list of prefixes includes every column. */
export function readMultipleColumnPrefix(reader: FilterReader): FilterEvaluator {
  const prefixes = reader.list(() => reader.sized()).sort(compareBytes);
  const [first = columnsWithPrefix(NOTHING), ...others] = prefixes.map(columnsWithPrefix);
  return columnRanges([first, ...others]);
}

function columnsWithPrefix(prefix: Uint8Array): ColumnRange {
  return { min: prefix, minInclusive: true, max: prefixStop(prefix), maxInclusive: false };
}
