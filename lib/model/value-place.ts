import { isBytes, kindOf } from '../bytes/kind.js';
import { decodeTextStrict, toStringBinary } from '../bytes/text.js';
import { BigtabError } from '../errors.js';

/*
 * Messages about a value say where it belongs: table, row and column. A request does not know its table, so the table is added by the call
 * that sends the request.
 */

/** Names are cut after so many characters. */
const SHOWN = 60;

/** `column 'f:q' of row 'r'`. The arguments need not be right. */
export function columnPlace(row: unknown, family: unknown, qualifier: unknown): string {
  return `column '${nameText(family)}:${nameText(qualifier)}' of row '${nameText(row)}'`;
}

/** The names of a column, for the details of an error. */
export function columnNames(
  family: unknown,
  qualifier: unknown,
): { readonly family: string; readonly qualifier: string } {
  return { family: nameText(family), qualifier: nameText(qualifier) };
}

/** The error, whose message begins with the place of the value that it is about. */
export function atColumn(error: unknown, row: unknown, family: unknown, qualifier: unknown): unknown {
  if (!BigtabError.is(error)) return error;
  const details = { ...error.details, ...columnNames(family, qualifier) };
  return new BigtabError(error.code, `${columnPlace(row, family, qualifier)}: ${error.message}`, {
    details,
    cause: error.cause,
  });
}

/** What `work` returns. Where its error is about the value of a column, the message names the table too. */
export function inTable<T>(table: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw atTable(error, table);
  }
}

function atTable(error: unknown, table: string): unknown {
  if (!BigtabError.is(error) || error.details.qualifier === undefined || error.details.table !== undefined)
    return error;
  const message = error.message.replace("column '", () => `table '${table}', column '`);
  return new BigtabError(error.code, message, { details: { ...error.details, table }, cause: error.cause });
}

/** What a name is: text, `\xNN` for bytes that are not, and no character that a reader cannot see. */
export function nameText(name: unknown): string {
  if (name === null) return '';
  if (isBytes(name)) return nameText(decodeTextStrict(name) ?? toStringBinary(name));
  if (typeof name !== 'string') return kindOf(name);
  const text = name.length > SHOWN ? `${name.slice(0, SHOWN)}...` : name;
  return text.replace(/\p{C}/gu, (hidden) => `\\u{${(hidden.codePointAt(0) as number).toString(16)}}`);
}
