import { BigtabError } from 'bigtab';

/** Whether work failed because its table does not exist, for example because it was just dropped. */
export function isMissingTable(error: unknown): boolean {
  return BigtabError.is(error) && error.code === 'TABLE_NOT_FOUND';
}

/** The result of a read for which a missing table is not an error. Throws every other error again. */
export function nullIfMissing(error: unknown): null {
  if (isMissingTable(error)) return null;
  throw error;
}
