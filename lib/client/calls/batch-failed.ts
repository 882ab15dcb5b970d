import type { ByteReader } from '../../bytes/byte-reader.js';
import { toStringBinary } from '../../bytes/text.js';
import { BigtabError, type ErrorCode } from '../../errors.js';
import { type BytesLike, toBytes } from '../../model/bytes-like.js';

/** The failure of one request of a list: an element of `details.causes` of BATCH_FAILED. */
export interface FailureCause {
  /** Position in the list. */
  readonly index: number;
  /** Its row in printable form. */
  readonly row: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** A failed request of a part. */
export interface PartFailure {
  /** Position in the part. */
  readonly index: number;
  readonly error: { readonly code: ErrorCode; readonly message: string };
}

export function failureCause(index: number, row: BytesLike, { code, message }: PartFailure['error']): FailureCause {
  return { index, row: toStringBinary(toBytes(row, 'a row')), code, message };
}

/**
 * BATCH_FAILED: lists which requests of a list failed and why. REQUIRES at least one. `more`: further details.
 *
 * @see W-70
 */
export function batchFailed(total: number, causes: FailureCause[], more?: object): BigtabError {
  causes.sort((a, b) => a.index - b.index);
  const { index, row, code, message } = causes[0] as FailureCause;
  return new BigtabError(
    'BATCH_FAILED',
    `${causes.length} of ${total} requests failed${causes.length < total ? '; the others ran' : ''}. The first failed request is number ${index}, row '${row}': ${code}: ${message}`,
    { details: { causes, ...more } },
  );
}

/** Whether the engine answered with this error; otherwise there was no answer. */
export function isAnswer(error: unknown): error is BigtabError {
  return BigtabError.is(error) && error.code !== 'WORKER_LOST';
}

/** The failures of a part of `count` requests: all of them if the engine refused it. Rejects if there was no answer. */
export async function failuresOf(
  count: number,
  reply: Promise<ByteReader>,
  decode: (reply: ByteReader) => readonly PartFailure[],
): Promise<readonly PartFailure[]> {
  try {
    return decode(await reply);
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return Array.from({ length: count }, (_, index) => ({ index, error }));
  }
}
