import type { BigtabError } from '../../errors.js';

/** The rows of a watched read at one point in time. Neither the state nor its list of rows ever changes. */
export interface LiveState<R> {
  /**
   * `loading`: the rows have not been read yet. `live`: the rows are up to date. `failed`: they do not change any more,
   * because of `error`.
   */
  readonly status: 'loading' | 'live' | 'failed';
  /** One state of the table, in the order of the scan. Empty while `loading`; the last ones after `failed`. */
  readonly rows: readonly R[];
  /** Null unless `failed`. */
  readonly error: BigtabError | null;
}
