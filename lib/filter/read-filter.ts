import { invalidArgument, isCorruption } from '../errors.js';
import { MAX_FILTER_BYTES, MAX_FILTER_DEPTH } from '../model/filter.js';
import { FilterReader } from './filter-reader.js';

/**
 * Reads the bytes that `Filter.toByteArray` returned. `kinds` has the function that reads a filter's arguments, for each
 * kind of filter at its number in FilterKind. Throws INVALID_ARGUMENT for other bytes, and if the filter is too large or
 * nested too deep.
 */
export function readFilter<T>(bytes: Uint8Array, kinds: readonly ((reader: FilterReader<T>) => T)[]): T {
  if (bytes.length > MAX_FILTER_BYTES) throw invalidArgument(`a filter can have at most ${MAX_FILTER_BYTES} bytes`);
  let depth = 0;
  const decode = (reader: FilterReader<T>): T => {
    if (++depth > MAX_FILTER_DEPTH) throw invalidArgument(`filters can be nested at most ${MAX_FILTER_DEPTH} deep`);
    const filter = reader.oneOf(kinds)(reader);
    depth--;
    return filter;
  };
  try {
    const reader = new FilterReader(bytes, decode);
    const filter = decode(reader);
    if (reader.atEnd) return filter;
  } catch (error) {
    if (!isCorruption(error)) throw error;
  }
  throw invalidArgument('a filter is malformed: pass a Filter, or the bytes that its toByteArray returns');
}
