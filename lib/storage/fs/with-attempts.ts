import { BigtabError } from '../../errors.js';
import { isFileNotFound } from './file-errors.js';

/** A call that the device refuses may succeed at the next attempt; after this many refusals in a row it fails. */
export const ATTEMPTS = 3;

/** Calls `work` again if the device refuses it. Rejects with any other error at once, or with that of the last attempt. */
export async function withAttempts<T>(work: () => Promise<T>): Promise<T> {
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || isFileNotFound(error) || (BigtabError.is(error) && error.details.reason !== 'io-error'))
        throw error;
    }
  }
}
