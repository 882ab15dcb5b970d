import { compareRanges } from '../../bytes/compare.js';
import type { FilterReader } from '../filter-reader.js';
import { type Comparison, OPERATORS, type StoredTest, storedTest } from './comparison.js';

/** Each kind of comparator at its number (ComparatorKind). */
const COMPARATORS: readonly ((reader: FilterReader) => Comparison)[] = [binary];

/** The comparator at which `reader` stands. */
export function readComparison(reader: FilterReader): Comparison {
  return (COMPARATORS[reader.below(COMPARATORS.length)] as (reader: FilterReader) => Comparison)(reader);
}

/** The operator and the comparator at which `reader` stands. */
export function readTest(reader: FilterReader): StoredTest {
  const op = reader.below(OPERATORS);
  return storedTest(op, readComparison(reader));
}

function binary(reader: FilterReader): Comparison {
  const argument = reader.sized();
  return (bytes, offset, length) => compareRanges(argument, 0, argument.length, bytes, offset, length);
}
