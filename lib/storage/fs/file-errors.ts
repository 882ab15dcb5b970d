/*
 * The errors of a medium. Errors that callers check for have a `name` or a `code`; every other error of the platform is
 * passed on unchanged, with its own name.
 */
import { BigtabError, errorToData } from '../../errors.js';

/** No such file: an Error named `NotFoundError`, as browsers call it. */
export function fileNotFound(path: string, cause?: unknown): Error {
  return named('NotFoundError', `There is no file '${path}'`, cause);
}

export function isFileNotFound(error: unknown): boolean {
  return error instanceof Error && error.name === 'NotFoundError';
}

/** `create` of a path that exists: an Error named `AlreadyExistsError`. */
export function fileExists(path: string): Error {
  return named('AlreadyExistsError', `The file '${path}' already exists`);
}

/** Use of a handle that was closed, or that the platform revoked: an Error named `InvalidStateError`. */
export function handleClosed(path: string): Error {
  return named('InvalidStateError', `The handle of '${path}' is closed`);
}

export function isHandleClosed(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError';
}

/** STORAGE_UNAVAILABLE: the browser ended the handle of a file while it was in use. */
export function handleLost(path: string, cause: unknown): BigtabError {
  const message = `The browser has ended the access to the file '${path}'; it is opened again, so try again`;
  return new BigtabError('STORAGE_UNAVAILABLE', message, { details: { file: path, reason: 'handle-lost' }, cause });
}

export function isHandleLost(error: unknown): boolean {
  return BigtabError.is(error) && error.details.reason === 'handle-lost';
}

/**
 * STORAGE_UNAVAILABLE: the device refuses a file that may be sound. Only a file that is missing, has the wrong length or
 * fails a checksum is damaged.
 */
export function fileRefused(path: string, cause: unknown): BigtabError {
  const message = `The file '${path}' cannot be opened: ${errorToData(cause, false).message}`;
  return new BigtabError('STORAGE_UNAVAILABLE', message, { details: { file: path, reason: 'io-error' }, cause });
}

/** DATABASE_BUSY: the file is open elsewhere. */
export function fileBusy(path: string, cause?: unknown): BigtabError {
  return new BigtabError('DATABASE_BUSY', `The file '${path}' is open elsewhere`, { details: { file: path }, cause });
}

/** QUOTA_EXCEEDED: there is no room for `needed` bytes. */
export function outOfSpace(path: string, needed: number, cause?: unknown): BigtabError {
  return new BigtabError('QUOTA_EXCEEDED', `Not enough storage for ${needed} bytes in '${path}'`, {
    details: { file: path, needed },
    cause,
  });
}

export function isOutOfSpace(error: unknown): boolean {
  return BigtabError.is(error) && error.code === 'QUOTA_EXCEEDED';
}

function named(name: string, message: string, cause?: unknown): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause });
  error.name = name;
  return error;
}
