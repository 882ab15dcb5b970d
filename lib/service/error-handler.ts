import { BigtabError, type ErrorData } from '../errors.js';

/** Names under which platforms report that a medium failed. */
const MEDIUM_FAILURES: readonly string[] = [
  'AbortError',
  'InvalidStateError',
  'NoModificationAllowedError',
  'NotFoundError',
  'NotReadableError',
  'TimeoutError',
  'UnknownError',
];

/**
 * An error as plain data, to be sent. A failure of the medium arrives as STORAGE_UNAVAILABLE. Anything else that is no
 * BigtabError is a defect of ours: INVALID_OPERATION with `details.internal`, because nothing may end without an answer. To make the text of
 * a stack takes longer than most calls: of many alike only one needs it.
 */
export function errorToData(error: unknown, withStack = true): ErrorData {
  const stack = withStack && error instanceof Error ? error.stack : undefined;
  if (BigtabError.is(error)) {
    const { code, message, details } = error;
    return { code, message, details, ...(stack === undefined ? {} : { stack }) };
  }
  const said = error instanceof Error ? error.message : String(error);
  const data: ErrorData =
    error instanceof Error && MEDIUM_FAILURES.includes(error.name)
      ? { code: 'STORAGE_UNAVAILABLE', message: `The storage failed: ${said}`, details: { reason: 'io-error' } }
      : { code: 'INVALID_OPERATION', message: `Internal error: ${said}`, details: { internal: true } };
  return stack === undefined ? data : { ...data, stack };
}

/** The error that was sent; its `cause` carries the stack of where it was raised. */
export function errorFromData(data: ErrorData): BigtabError {
  const cause = new Error(data.message);
  if (data.stack) cause.stack = data.stack;
  return new BigtabError(data.code, data.message, { ...data, cause });
}

/**
 * Runs `work`. Where it fails, an error of ours gets the stack of this very call; any other stays as it is. With `cheap` the stack is taken
 * only then: it has the functions that await the call, where the engine knows them, and costs nothing when all goes well.
 */
export async function fromHere<T>(work: () => Promise<T>, cheap = false): Promise<T> {
  // Its stack is text only once it is asked for: that costs more than most calls.
  const here = cheap ? null : new Error();
  try {
    return await work();
  } catch (error) {
    const { stack } = here ?? new Error();
    // Some engines begin a stack with the error's text, some do not.
    if (BigtabError.is(error) && stack) error.stack = stack.replace(/^Error.*\n/, () => `${error}\n`);
    throw error;
  }
}
