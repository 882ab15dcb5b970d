import { BigtabError, invalidArgument } from '../../errors.js';
import { MAX_FILTER_BYTES, MAX_FILTER_DEPTH } from '../../model/filter.js';
import { AllEvaluator } from './all-evaluator.js';
import { ColumnCountGetEvaluator } from './column-count-get-evaluator.js';
import { ColumnPaginationEvaluator } from './column-pagination-evaluator.js';
import { readColumnPrefix, readMultipleColumnPrefix } from './column-prefix-evaluator.js';
import { ColumnRangeEvaluator } from './column-range-evaluator.js';
import { ColumnValueEvaluator } from './column-value-evaluator.js';
import { DependentColumnEvaluator } from './dependent-column-evaluator.js';
import { FamilyEvaluator } from './family-evaluator.js';
import type { FilterEvaluator } from './filter-evaluator.js';
import { FilterReader } from './filter-reader.js';
import { FirstKeyOnlyEvaluator, FirstKeyValueMatchingQualifiersEvaluator } from './first-key-only-evaluator.js';
import { FuzzyRowEvaluator } from './fuzzy-row-evaluator.js';
import { InclusiveStopEvaluator } from './inclusive-stop-evaluator.js';
import { KeyOnlyEvaluator } from './key-only-evaluator.js';
import { MultiRowRangeEvaluator } from './multi-row-range-evaluator.js';
import { OneEvaluator } from './one-evaluator.js';
import { PageEvaluator } from './page-evaluator.js';
import { PrefixEvaluator } from './prefix-evaluator.js';
import { QualifierEvaluator } from './qualifier-evaluator.js';
import { RandomRowEvaluator } from './random-row-evaluator.js';
import { RowEvaluator } from './row-evaluator.js';
import { SingleColumnValueEvaluator, SingleColumnValueExcludeEvaluator } from './single-column-value-evaluator.js';
import { SkipEvaluator } from './skip-evaluator.js';
import { TimestampsEvaluator } from './timestamps-evaluator.js';
import { ValueEvaluator } from './value-evaluator.js';
import { WhileMatchEvaluator } from './while-match-evaluator.js';

type ReadEvaluator = (reader: FilterReader) => FilterEvaluator;

/** Each kind of filter at its number (FilterKind). */
const EVALUATORS: readonly ReadEvaluator[] = [
  readFilterList,
  (reader) => new SkipEvaluator(reader),
  (reader) => new WhileMatchEvaluator(reader),
  (reader) => new RowEvaluator(reader),
  (reader) => new FamilyEvaluator(reader),
  (reader) => new QualifierEvaluator(reader),
  (reader) => new ValueEvaluator(reader),
  (reader) => new SingleColumnValueEvaluator(reader),
  (reader) => new SingleColumnValueExcludeEvaluator(reader),
  (reader) => new ColumnValueEvaluator(reader),
  (reader) => new DependentColumnEvaluator(reader),
  (reader) => new PrefixEvaluator(reader),
  (reader) => new InclusiveStopEvaluator(reader),
  (reader) => new MultiRowRangeEvaluator(reader),
  (reader) => new FuzzyRowEvaluator(reader),
  (reader) => new PageEvaluator(reader),
  (reader) => new RandomRowEvaluator(reader),
  () => new FirstKeyOnlyEvaluator(),
  (reader) => new FirstKeyValueMatchingQualifiersEvaluator(reader),
  (reader) => new KeyOnlyEvaluator(reader),
  readColumnPrefix,
  readMultipleColumnPrefix,
  (reader) => new ColumnRangeEvaluator(reader),
  (reader) => new ColumnCountGetEvaluator(reader),
  (reader) => new ColumnPaginationEvaluator(reader),
  (reader) => new TimestampsEvaluator(reader),
];

/**
 * A filter made ready for one scan (F-1) from what `Filter.toByteArray` gave. Throws INVALID_ARGUMENT for anything else, and for what is
 * nested too deep or is too large.
 */
export function decodeFilter(bytes: Uint8Array): FilterEvaluator {
  if (bytes.length > MAX_FILTER_BYTES) throw invalidArgument(`a filter can have at most ${MAX_FILTER_BYTES} bytes`);
  let depth = 0;
  const decode: ReadEvaluator = (reader) => {
    if (++depth > MAX_FILTER_DEPTH) throw invalidArgument(`filters can be nested at most ${MAX_FILTER_DEPTH} deep`);
    const filter = (EVALUATORS[reader.below(EVALUATORS.length)] as ReadEvaluator)(reader);
    depth--;
    return filter;
  };
  try {
    // A copy: a filter outlives the packet that it came in.
    const reader = new FilterReader(new Uint8Array(bytes), decode);
    const filter = decode(reader);
    if (reader.atEnd) return filter;
  } catch (error) {
    if (!(error instanceof BigtabError) || error.code !== 'CORRUPTION') throw error;
  }
  throw invalidArgument('a filter is malformed: it must be encoded by a filter class');
}

function readFilterList(reader: FilterReader): FilterEvaluator {
  const List = reader.flag() ? OneEvaluator : AllEvaluator;
  return new List(reader.list(() => reader.filter()));
}
