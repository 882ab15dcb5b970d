import { readFilter } from '../../filter/read-filter.js';
import { readColumnValue, readFamily, readQualifier, readValue } from './cell-evaluator.js';
import { readColumnCountGet, readColumnPagination } from './column-limit-evaluator.js';
import { readColumnPrefix, readColumnRange, readMultipleColumnPrefix } from './column-ranges.js';
import { DependentColumnEvaluator } from './dependent-column-evaluator.js';
import type { FilterEvaluator } from './filter-evaluator.js';
import type { FilterReader } from './filter-reader.js';
import { readFirstKeyOnly, readFirstKeyValueMatchingQualifiers } from './first-key.js';
import { FuzzyRowEvaluator } from './fuzzy-row-evaluator.js';
import { KeyOnlyEvaluator } from './key-only-evaluator.js';
import { MultiRowRangeEvaluator } from './multi-row-range-evaluator.js';
import { MustPassAllEvaluator } from './must-pass-all-evaluator.js';
import { MustPassOneEvaluator } from './must-pass-one-evaluator.js';
import { PageEvaluator } from './page-evaluator.js';
import { PrefixEvaluator } from './prefix-evaluator.js';
import { readInclusiveStop, readRandomRow, readRow } from './row-evaluator.js';
import { SingleColumnValueEvaluator } from './single-column-value-evaluator.js';
import { readTimestamps } from './timestamps.js';
import { SkipEvaluator, WhileMatchEvaluator } from './wrapper-evaluator.js';

type ReadEvaluator = (reader: FilterReader) => FilterEvaluator;

/** Each kind of filter, at its number in FilterKind. */
const EVALUATORS: readonly ReadEvaluator[] = [
  readFilterList,
  (reader) => new SkipEvaluator(reader),
  (reader) => new WhileMatchEvaluator(reader),
  readRow,
  readFamily,
  readQualifier,
  readValue,
  (reader) => new SingleColumnValueEvaluator(reader, false),
  (reader) => new SingleColumnValueEvaluator(reader, true),
  readColumnValue,
  (reader) => new DependentColumnEvaluator(reader),
  (reader) => new PrefixEvaluator(reader),
  readInclusiveStop,
  (reader) => new MultiRowRangeEvaluator(reader),
  (reader) => new FuzzyRowEvaluator(reader),
  (reader) => new PageEvaluator(reader),
  readRandomRow,
  readFirstKeyOnly,
  readFirstKeyValueMatchingQualifiers,
  (reader) => new KeyOnlyEvaluator(reader),
  readColumnPrefix,
  readMultipleColumnPrefix,
  readColumnRange,
  readColumnCountGet,
  readColumnPagination,
  readTimestamps,
];

/** Makes an evaluator for one scan (F-1) from the bytes that `Filter.toByteArray` returned. Throws as `readFilter` does. */
export function decodeFilter(bytes: Uint8Array): FilterEvaluator {
  // A copy, because a filter outlives the packet that it arrived in.
  return readFilter(new Uint8Array(bytes), EVALUATORS);
}

function readFilterList(reader: FilterReader): FilterEvaluator {
  const List = reader.flag() ? MustPassOneEvaluator : MustPassAllEvaluator;
  return new List(reader.list(() => reader.filter()));
}
