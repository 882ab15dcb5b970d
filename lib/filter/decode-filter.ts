import { BigtabError, invalidArgument } from '../errors.js';
import { MAX_FILTER_BYTES, MAX_FILTER_DEPTH } from '../model/filter.js';
import { PageEvaluator } from './evaluators/page-evaluator.js';
import { PrefixEvaluator } from './evaluators/prefix-evaluator.js';
import { ValueEvaluator } from './evaluators/value-evaluator.js';
import type { FilterEvaluator } from './filter-evaluator.js';
import { FilterReader } from './filter-reader.js';

type Evaluator = new (reader: FilterReader) => FilterEvaluator;

/** Each kind of filter at its number (FilterKind). */
const EVALUATORS: readonly (Evaluator | null)[] = [
  null,
  null,
  null,
  null,
  null,
  null,
  ValueEvaluator,
  null,
  null,
  null,
  null,
  PrefixEvaluator,
  null,
  null,
  null,
  PageEvaluator,
];

/**
 * A filter made ready for one scan (F-1) from what `Filter.toByteArray` gave. Throws INVALID_ARGUMENT for anything else, and for what is
 * nested too deep or is too large.
 */
export function decodeFilter(bytes: Uint8Array): FilterEvaluator {
  if (bytes.length > MAX_FILTER_BYTES) throw invalidArgument(`a filter may have ${MAX_FILTER_BYTES} bytes`);
  let depth = 0;
  const decode = (reader: FilterReader): FilterEvaluator => {
    if (++depth > MAX_FILTER_DEPTH) throw invalidArgument(`filters may stand ${MAX_FILTER_DEPTH} deep in one another`);
    const filter = new (EVALUATORS[reader.below(EVALUATORS.length)] as Evaluator)(reader);
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
  throw invalidArgument(`a filter is malformed: it must be what a class of filters encodes`);
}
