import { Bytes } from 'bigtab';

/*
 * Bytes as a person reads and types them: text if they are UTF-8, otherwise HBase's printable form with `\xNN`.
 */

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Control characters except line ends and tabs, and characters that change the direction of the text around them. */
const HIDDEN = /[^\P{Cc}\t\n\r]|\p{Bidi_Control}/u;
const DIRECTIONS = /\p{Bidi_Control}/gu;

export interface ReadableBytes {
  readonly text: string;
  /** The form of the text. Typed text is read in the same form. */
  readonly form: 'text' | 'binary';
}

/** The beginning of a value. */
export interface BeginningOfBytes extends ReadableBytes {
  /** The number of bytes after the text. */
  readonly rest: number;
}

export function toReadable(bytes: Uint8Array): ReadableBytes {
  const text = plainText(bytes);
  return text === null ? { text: Bytes.toStringBinary(bytes), form: 'binary' } : { text, form: 'text' };
}

/** The bytes as text, or null if a person could not read all of it. */
export function plainText(bytes: Uint8Array): string | null {
  const text = decoded(bytes);
  return text === null || HIDDEN.test(text) ? null : text;
}

/** The name of a family as in its descriptor: text if it is UTF-8, otherwise the printable form. */
export function familyName(bytes: Uint8Array): string {
  return decoded(bytes) ?? Bytes.toStringBinary(bytes);
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return STRICT.decode(bytes);
  } catch {
    return null;
  }
}

export function fromReadable({ text, form }: ReadableBytes): Uint8Array {
  return form === 'text' ? Bytes.toBytes(text) : Bytes.toBytesBinary(text);
}

/** At most the first `most` bytes, without half a character at the end. Does not read the rest, which may be long. */
export function beginningOf(bytes: Uint8Array, most: number): BeginningOfBytes {
  const end = characterStart(bytes, most);
  return { ...toReadable(bytes.subarray(0, end)), rest: bytes.length - end };
}

/** `at`, or the start of the character that extends across it. Bytes that are not UTF-8 are cut anywhere. */
export function characterStart(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return bytes.length;
  for (let start = at; start > at - 4 && start > 0; start--) {
    if (((bytes[start] as number) & 0xc0) !== 0x80) return start;
  }
  return at;
}

/** Text from outside, such as a file name, with escapes for characters that change the direction of text. */
export function withoutDirections(text: string): string {
  return text.replace(
    DIRECTIONS,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}
