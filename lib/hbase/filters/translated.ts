import { invalidArgument, isCorruption } from '../../errors.js';
import { MAX_FILTER_BYTES } from '../../model/filter.js';
import { writeFilter } from './filter-message.js';
import { Translation } from './translation.js';

/** A filter in HBase's form. */
export interface TranslatedFilter {
  readonly message: Uint8Array;
  /** Its kind and those of the filters in it (FilterKind). */
  readonly kinds: ReadonlySet<number>;
}

/** Translates the bytes that `Filter.toByteArray` returned. Throws INVALID_ARGUMENT for other bytes. */
export function translated(bytes: Uint8Array): TranslatedFilter {
  if (bytes.length > MAX_FILTER_BYTES) throw invalidArgument(`a filter can have at most ${MAX_FILTER_BYTES} bytes`);
  try {
    const { from, to, kinds } = writeFilter(new Translation(bytes));
    if (from.atEnd) return { message: to.release(), kinds };
  } catch (error) {
    if (!isCorruption(error)) throw error;
  }
  throw invalidArgument('a filter is malformed: pass a Filter, or the bytes that its toByteArray returns');
}
