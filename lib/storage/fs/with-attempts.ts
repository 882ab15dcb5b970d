import { BigtabError } from '../../errors.js';
import { isFileNotFound } from './file-errors.js';

/** What the device refuses may succeed at the next attempt; what it refuses this often in a row is given up. */
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
