import { toStringBinary } from '../../bytes/text.js';
import { BigtabError, type ErrorCode } from '../../errors.js';
import { type BytesLike, toBytes } from '../../model/bytes-like.js';
import { type AbortSignalLike, throwIfAborted } from './call-options.js';
import type { Pacer } from './session.js';

/** Elements that are taken in between two looks at the clock, which cost as much as one; those of a short list before the call returns. */
export const ELEMENTS_PER_LOOK = 8;

/** Why a request of a list failed: an element of `details.causes` of BATCH_FAILED. */
export interface FailureCause {
  /** Position in the list. */
  readonly index: number;
  /** Its row in printable form. */
  readonly row: string;
  readonly code: ErrorCode;
  readonly message: string;
}

export function failureCause(
  index: number,
  row: BytesLike,
  error: { readonly code: ErrorCode; readonly message: string },
): FailureCause {
  return { index, row: toStringBinary(toBytes(row, 'a row')), code: error.code, message: error.message };
}

/** BATCH_FAILED: which requests of a list failed and why. REQUIRES at least one. `more`: further details. @see W-70 */
export function batchFailed(total: number, causes: FailureCause[], more?: object): BigtabError {
  causes.sort((a, b) => a.index - b.index);
  const { index, row, code, message } = causes[0] as FailureCause;
  return new BigtabError(
    'BATCH_FAILED',
    `${causes.length} of ${total} requests failed${causes.length < total ? '; the others ran' : ''}. First: number ${index}, row '${row}': ${code}: ${message}`,
    { details: { causes, ...more } },
  );
}

/** Whether the engine answered with this error; otherwise there was no answer. */
export function isAnswer(error: unknown): error is BigtabError {
  return BigtabError.is(error) && error.code !== 'WORKER_LOST';
}

/**
 * Calls `take` with each element. When a turn is over it gives a promise to await before the rest. An error about one element
 * says which; throws the signal's reason when it is aborted.
 */
export function* eachOf<T>(
  list: readonly T[],
  pacer: Pacer,
  signal: AbortSignalLike | undefined,
  take: (element: T) => void,
): Generator<Promise<void>, void, undefined> {
  for (const [index, element] of list.entries()) {
    if (index > 0 && index % ELEMENTS_PER_LOOK === 0 && pacer.due()) yield pacer.rest();
    throwIfAborted(signal);
    try {
      take(element);
    } catch (error) {
      if (!BigtabError.is(error)) throw error;
      throw new BigtabError(error.code, error.message, { details: { ...error.details, index }, cause: error });
    }
  }
}
