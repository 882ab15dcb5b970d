import { BigtabError, type ErrorData } from '../errors.js';

/** The error that was sent; its `cause` contains the stack of the place where it was thrown. */
export function errorFromData(data: ErrorData): BigtabError {
  const cause = new Error(data.message);
  if (data.stack) cause.stack = data.stack;
  return new BigtabError(data.code, data.message, { ...data, cause });
}

/**
 * Runs `work`. If it fails with a BigtabError, the error gets the stack of this call; any other error is unchanged.
 * With `cheap`, the stack is captured only on failure. It then contains the functions that await the call, if the
 * JavaScript engine records them, and a successful call has no overhead.
 */
export async function fromHere<T>(work: () => Promise<T>, cheap = false): Promise<T> {
  // The text of a stack is created only when it is read, and that takes longer than most calls.
  const here = cheap ? null : new Error();
  try {
    return await work();
  } catch (error) {
    const { stack } = here ?? new Error();
    // Some JavaScript engines begin a stack with the error's text, others do not.
    if (BigtabError.is(error) && stack) error.stack = stack.replace(/^Error.*\n/, () => `${error}\n`);
    throw error;
  }
}
