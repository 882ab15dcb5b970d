import { BigtabError } from '../errors.js';

/** What `work` returns. Where its error is about the value of a column, the message names the table too, which a request does not know. */
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
