import { kindOf } from '../../bytes/kind.js';
import { encodeText } from '../../bytes/text.js';
import { invalidArgument } from '../../errors.js';

const MAX_NAME_BYTES = 100;

/** Throws INVALID_ARGUMENT unless `name` is allowed as the name of a database. */
export function toDatabaseName(name: unknown): string {
  const legal =
    typeof name === 'string' &&
    /^[_\p{Alphabetic}\p{Nd}][-._\p{Alphabetic}\p{Nd}]*$/u.test(name) &&
    // Some file systems treat different forms of a letter as the same name; locks do not.
    name.normalize('NFC') === name &&
    encodeText(name).length <= MAX_NAME_BYTES;
  if (legal) return name;
  throw invalidArgument(
    `a database's name can contain letters, digits, '_', '-' and '.', must not begin with '-' or '.', and must have 1 to ${MAX_NAME_BYTES} bytes of UTF-8 in composed form; got ${typeof name === 'string' ? `'${name}'` : kindOf(name)}`,
  );
}
