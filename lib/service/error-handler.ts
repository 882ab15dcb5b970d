import { BigtabError, type ErrorData } from '../errors.js';

/**
 * An error as plain data, to be sent. What is no BigtabError is a defect of ours: it arrives as INVALID_OPERATION with
 * `details.internal`, because nothing it meets may end without an answer.
 */
export function errorToData(error: unknown): ErrorData {
  if (BigtabError.is(error)) {
    const { code, message, details, stack } = error;
    return stack === undefined ? { code, message, details } : { code, message, details, stack };
  }
  const message = `Internal error: ${error instanceof Error ? error.message : String(error)}`;
  const data: ErrorData = { code: 'INVALID_OPERATION', message, details: { internal: true } };
  return error instanceof Error && error.stack !== undefined ? { ...data, stack: error.stack } : data;
}

/** The error that was sent; its `cause` carries the stack of where it was raised. */
export function errorFromData(data: ErrorData): BigtabError {
  const cause = new Error(data.message);
  if (data.stack !== undefined) cause.stack = data.stack;
  return new BigtabError(data.code, data.message, { details: data.details ?? {}, cause });
}

/** Gives `error` the stack of the call that met it: `site` was made there. Anything but a BigtabError stays as it is. */
export function atCall(error: unknown, site: Error): unknown {
  if (BigtabError.is(error) && site.stack !== undefined) {
    // Some engines begin a stack with the error's text, some do not.
    error.stack = site.stack.replace(/^Error.*\n/, () => `${error.name}: ${error.message}\n`);
  }
  return error;
}
