import { BigtabError } from '../../errors.js';

/** Runs `work`. To the message of an error about a column it adds the table, which a request does not know. */
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
