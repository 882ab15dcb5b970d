import { BigtabError } from '../../errors.js';

/** Null instead of a rejection with TABLE_NOT_FOUND. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (BigtabError.is(error) && error.code === 'TABLE_NOT_FOUND') return null;
    throw error;
  }
}
