import { isBytes, kindOf } from '../bytes/kind.js';
import { decodeTextStrict, toStringBinary } from '../bytes/text.js';
import { BigtabError } from '../errors.js';

/** Names are cut after so many characters. */
const SHOWN = 60;

/**
 * The error about the value of a column, whose message says where that belongs: `column 'f:q' of row 'r'` before the message, or where `say`
 * puts it. The names need not be right. Any other error is returned as it is.
 */
export function atColumn(
  error: unknown,
  row: unknown,
  family: unknown,
  qualifier: unknown,
  say: (place: string, message: string) => string = (place, message) => `${place}: ${message}`,
): unknown {
  if (!BigtabError.is(error)) return error;
  const [r, f, q] = [row, family, qualifier].map(nameText);
  return new BigtabError(error.code, say(`column '${f}:${q}' of row '${r}'`, error.message), {
    details: { ...error.details, family: f, qualifier: q },
    cause: error.cause,
  });
}

/** What a name is: text, `\xNN` for bytes that are not, and no character that a reader cannot see. */
export function nameText(name: unknown): string {
  if (name === null) return '';
  if (isBytes(name)) return nameText(decodeTextStrict(name) ?? toStringBinary(name));
  if (typeof name !== 'string') return kindOf(name);
  const text = name.length > SHOWN ? `${name.slice(0, SHOWN)}...` : name;
  return text.replace(/\p{C}/gu, (hidden) => `\\u{${(hidden.codePointAt(0) as number).toString(16)}}`);
}
