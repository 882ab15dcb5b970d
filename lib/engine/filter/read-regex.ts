import { MAX_LOOKS, MAX_SIZE } from '../../regex/automaton.js';
import { EDGE_TESTS } from '../../regex/edge-tests.js';
import { RegexMatcher } from '../../regex/regex-matcher.js';
import type { FilterReader } from './filter-reader.js';

/** An edge adds one state, and a group or repetition up to two more. */
const MAX_STATES = 4 * MAX_SIZE;

/** The automaton that RegexStringComparator encoded. */
export function readRegex(reader: FilterReader): RegexMatcher {
  const states = reader.index(MAX_STATES);
  const state = () => reader.index(states);
  const part = () => ({ first: state(), last: state() });
  const whole = part();
  const looks = Array.from({ length: reader.index(MAX_LOOKS + 1) }, () => ({ ...part(), behind: reader.flag() }));
  const fromBegin = reader.flag();
  const edges = reader.list(() => ({
    from: state(),
    to: state(),
    kind: reader.below(EDGE_TESTS.length) as never,
    args: reader.list(() => reader.u32() | 0),
  }));
  return new RegexMatcher({ ...whole, states, edges, looks, fromBegin });
}
