import { isBytes, kindOf } from '../bytes/kind.js';
import { decodeTextStrict, encodeText, toStringBinary } from '../bytes/text.js';
import { BigtabError } from '../errors.js';

/** Names are cut after this many characters. */
const SHOWN = 60;

/**
 * The error about the value of a column, with the place of the value in its message: `column 'f:q' of row 'r'` before
 * the message, or in the text that `say` returns. The names need not be valid. Any other error is returned unchanged.
 */
export function atColumn(
  error: unknown,
  row: unknown,
  family: unknown,
  qualifier: unknown,
  say: (place: string, message: string) => string = (place, message) => `${place}: ${message}`,
): unknown {
  if (!BigtabError.is(error)) return error;
  const [r, f, q] = [row, family, qualifier ?? null].map((name) => nameText(name));
  return new BigtabError(error.code, say(`column '${f}:${q}' of row '${r}'`, error.message), {
    details: { ...error.details, family: f, qualifier: q },
    cause: error.cause,
  });
}

/**
 * A name as text, cut after `shown` characters, with `\xNN` for each byte that is not text and for the bytes of
 * invisible characters.
 */
export function nameText(name: unknown, shown: number = SHOWN): string {
  if (name === null) return '';
  if (isBytes(name)) return nameText(decodeTextStrict(name) ?? toStringBinary(name), shown);
  if (typeof name !== 'string') return kindOf(name);
  const text = name.length > shown ? `${name.slice(0, shown)}...` : name;
  return text.replace(/[^\P{C}\p{Cs}]/gu, (hidden) => toStringBinary(encodeText(hidden)));
}
