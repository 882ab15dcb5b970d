import type { FilterReader as Reader } from '../../filter/filter-reader.js';
import type { FilterEvaluator } from './filter-evaluator.js';

/** Reads filters as evaluators. */
export type FilterReader = Reader<FilterEvaluator>;
