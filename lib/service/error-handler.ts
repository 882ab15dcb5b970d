import { BigtabError, type ErrorData } from '../errors.js';

/** The error that was sent; its `cause` carries the stack of where it was raised. */
export function errorFromData(data: ErrorData): BigtabError {
  const cause = new Error(data.message);
  if (data.stack) cause.stack = data.stack;
  return new BigtabError(data.code, data.message, { ...data, cause });
}

/**
 * Runs `work`. Where it fails, an error of ours gets the stack of this very call; any other stays as it is. With
 * `cheap` the stack is taken only then: it has the functions that await the call, where the engine knows them, and
 * costs nothing when all goes well.
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
