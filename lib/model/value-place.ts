import { isBytes, kindOf } from '../bytes/kind.js';
import { toStringBinary } from '../bytes/text.js';
import { BigtabError } from '../errors.js';

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

function nameText(name: unknown): string {
  if (isBytes(name)) return toStringBinary(name);
  return typeof name === 'string' ? name : name === null ? '' : kindOf(name);
}
