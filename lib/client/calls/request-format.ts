import type { Result } from '../answers/result.js';

/**
 * How the requests of a table are read and its rows returned. A Table sends values as they are; a typed table converts
 * them with the codecs of its columns. The types are those of a Table; a typed table has its own.
 */
export interface RequestFormat {
  /**
   * A request in the form that a Table accepts, and unchanged if it is not a request. `kind`: what a literal without a
   * kind describes. Throws INVALID_ARGUMENT.
   */
  request<T>(
    given: T,
    kind?: 'Put' | 'Delete' | 'Get' | 'Scan' | 'Increment' | 'Append' | 'RowMutations' | 'Condition',
  ): T;
  /** The row that the caller receives. Throws for a value that cannot be decoded. */
  row(result: Result): Result;
}

/** Requests and rows as they are. */
export const UNCHANGED: RequestFormat = { request: (given) => given, row: (result) => result };
