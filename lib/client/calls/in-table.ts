import { BigtabError } from '../../errors.js';

/** Returns what `work` returns. If its error is about the value of a column, adds the table, which a request does not know, to the message. */
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
