import { Bytes } from 'bigtab';

/*
 * Bytes as a person reads and types them: text where they are UTF-8, else HBase's printable form with `\xNN`.
 */

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Control characters other than line ends and tabs, and characters that turn the direction of the text around them. */
const HIDDEN = /[^\P{Cc}\t\n\r]|\p{Bidi_Control}/u;
const DIRECTIONS = /\p{Bidi_Control}/gu;

export interface ReadableBytes {
  readonly text: string;
  /** In which form the text is; the same form is read back from what was typed. */
  readonly form: 'text' | 'binary';
}

/** The beginning of a value. */
export interface BeginningOfBytes extends ReadableBytes {
  /** Bytes that follow. */
  readonly rest: number;
}

export function toReadable(bytes: Uint8Array): ReadableBytes {
  const text = plainText(bytes);
  return text === null ? { text: Bytes.toStringBinary(bytes), form: 'binary' } : { text, form: 'text' };
}

/** The text that bytes are; null where a person could not read all of it. */
export function plainText(bytes: Uint8Array): string | null {
  const text = decoded(bytes);
  return text === null || HIDDEN.test(text) ? null : text;
}

/** The name of a family as its descriptor has it: text where it is UTF-8, else the printable form. */
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

/** The first `most` bytes or fewer, without half a character at their end. What follows is not looked at: a value may have megabytes. */
export function beginningOf(bytes: Uint8Array, most: number): BeginningOfBytes {
  const end = characterStart(bytes, most);
  return { ...toReadable(bytes.subarray(0, end)), rest: bytes.length - end };
}

/** `at`, or where the character begins that lies across it. Bytes that are not UTF-8 are cut anywhere. */
export function characterStart(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return bytes.length;
  for (let start = at; start > at - 4 && start > 0; start--) {
    if (((bytes[start] as number) & 0xc0) !== 0x80) return start;
  }
  return at;
}

/** Text from outside, such as the name of a file, in which characters that would turn the direction of what follows are written out. */
export function withoutDirections(text: string): string {
  return text.replace(
    DIRECTIONS,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}
