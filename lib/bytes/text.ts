import { invalidArgument } from '../errors.js';
import { equalBytes } from './compare.js';

/*
 * Text and bytes. Text is UTF-8 in both directions and keeps a byte order mark as a character; the printable form is
 * HBase's `\xNN` (H-36, H-50).
 *
 * Coders are created at first use, because importing the package must not use any global.
 */

let encoder: TextEncoder | null = null;
let decoder: TextDecoder | null = null;

/**
 * Up to this many characters a loop is faster than a call to the platform's coder. The name of a connection, which is in
 * each packet, has about 50; longer arrays are slower to allocate.
 */
const SHORT_TEXT = 64;

/**
 * `text` as UTF-8, in its own buffer. `what` names the text in the message.
 * Throws INVALID_ARGUMENT for a lone surrogate, which UTF-8 cannot encode.
 */
export function encodeText(text: string, what: string = 'text'): Uint8Array {
  const { length } = text;
  if (length <= SHORT_TEXT) {
    const bytes = new Uint8Array(length);
    let index = 0;
    for (; index < length && text.charCodeAt(index) < 0x80; index++) bytes[index] = text.charCodeAt(index);
    if (index === length) return bytes;
  }
  const lone = text.search(/\p{Surrogate}/u);
  if (lone >= 0) {
    throw invalidArgument(
      `${what} must be well-formed text: the character at ${lone} is half of a surrogate pair; pass bytes for other data`,
    );
  }
  encoder ??= new TextEncoder();
  return encoder.encode(text);
}

/** UTF-8 `bytes` as text; what is not UTF-8 becomes U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length <= SHORT_TEXT && isAscii(bytes)) return String.fromCharCode.apply(null, bytes as never);
  decoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(bytes);
}

function isAscii(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) if ((bytes[index] as number) >= 0x80) return false;
  return true;
}

/** UTF-8 `bytes` as text, or null when they are not UTF-8. */
export function decodeTextStrict(bytes: Uint8Array): string | null {
  const text = decodeText(bytes);
  return equalBytes(encodeText(text), bytes) ? text : null;
}

/** Bytes in printable form: 0x20–0x7E except the backslash as characters, every other byte as `\xHH` (H-36). */
export function toStringBinary(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    if (byte >= 0x20 && byte <= 0x7e && byte !== 0x5c) text += String.fromCharCode(byte);
    else text += `\\x${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;
  }
  return text;
}

/**
 * Bytes of a printable form: `\xHH`, hex in either case, is that byte; every other character its low 8 bits, a lone
 * backslash included (H-50). Throws INVALID_ARGUMENT for `\x` without two hex digits.
 */
export function toBytesBinary(text: string): Uint8Array {
  const units = text.replace(/\\x(.{0,2})/gs, (_, digits: string, at: number) => {
    if (!/^[0-9A-F]{2}$/i.test(digits)) {
      throw invalidArgument(`the escape at ${at} of a printable form must be \\x and two hex digits`);
    }
    return String.fromCharCode(Number.parseInt(digits, 16));
  });
  return Uint8Array.from(units.split(''), (unit) => unit.charCodeAt(0));
}
