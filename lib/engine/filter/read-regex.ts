import { invalidArgument } from '../../errors.js';
import { ALL_FLAGS, parseRegex } from '../../regex/parse-regex.js';
import { RegexMatcher } from '../../regex/regex-matcher.js';
import type { FilterReader } from './filter-reader.js';

/**
 * The expression that RegexStringComparator encoded. The page has checked it and named the reason if it was refused, so a
 * fault is not explained here. Both engines mean the same.
 */
export function readRegex(reader: FilterReader): RegexMatcher {
  const expr = reader.text();
  const flags = reader.u8();
  reader.flag();
  if ((flags & ALL_FLAGS) !== flags) throw invalidArgument(`a regular expression has the unknown flags ${flags}`);
  try {
    return new RegexMatcher(parseRegex(expr, flags));
  } catch (fault) {
    throw invalidArgument((fault as SyntaxError).message);
  }
}
