import { BigtabError } from '../../errors.js';

/** Runs `work`. Adds the table to the message of an error about a column, because a request does not contain it. */
export function inTable<T>(table: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!BigtabError.is(error) || error.details.qualifier === undefined) throw error;
    const { code, details, cause } = error;
    const message = error.message.replace("column '", () => `table '${table}', column '`);
    throw new BigtabError(code, message, { details: { ...details, table }, cause });
  }
}
