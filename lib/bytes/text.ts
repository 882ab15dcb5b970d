import { invalidArgument } from '../errors.js';

/*
 * Text and bytes. Text is UTF-8 in both directions and keeps a byte order mark as a character; the printable form is
 * HBase's `\xNN` (H-36, H-50).
 *
 * Coders are made at first use, because importing the package touches no global.
 */

let encoder: TextEncoder | null = null;
let lossyDecoder: TextDecoder | null = null;
let strictDecoder: TextDecoder | null = null;

/** Below this many characters a loop is quicker than a call to the platform's coder. */
const SHORT_TEXT = 48;

/** Bytes of `text` in UTF-8; a lone surrogate counts three, as its replacement character does. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) length += 1;
    else if (isLead(unit) && isTrail(text.charCodeAt(index + 1))) {
      length += 2;
      index++;
    } else length += 2;
  }
  return length;
}

/** Writes `text` as UTF-8 at `offset`; a lone surrogate becomes U+FFFD. REQUIRES `size === utf8Length(text)` bytes there. */
export function writeUtf8(text: string, size: number, into: Uint8Array, offset: number): void {
  if (size === text.length && size < SHORT_TEXT) {
    for (let index = 0; index < size; index++) into[offset + index] = text.charCodeAt(index);
  } else {
    encoder ??= new TextEncoder();
    encoder.encodeInto(text, into.subarray(offset, offset + size));
  }
}

/**
 * `text` as UTF-8, in a buffer of its own. `what` names the text in the message.
 * Throws INVALID_ARGUMENT when a surrogate lacks its other half, because no bytes stand for it.
 */
export function encodeText(text: string, what: string = 'text'): Uint8Array {
  const size = utf8Length(text);
  if (size !== text.length) {
    const at = loneSurrogate(text);
    if (at >= 0) {
      throw invalidArgument(
        `${what} must be well-formed text: the character at ${at} is half of a surrogate pair; pass bytes for other data`,
      );
    }
  }
  const bytes = new Uint8Array(size);
  writeUtf8(text, size, bytes, 0);
  return bytes;
}

/** UTF-8 `bytes` as text; what is not UTF-8 becomes U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  const short = shortAscii(bytes);
  if (short !== null) return short;
  lossyDecoder ??= new TextDecoder('utf-8', { ignoreBOM: true });
  return lossyDecoder.decode(bytes);
}

/** UTF-8 `bytes` as text, or null when they are not UTF-8. */
export function decodeTextStrict(bytes: Uint8Array): string | null {
  const short = shortAscii(bytes);
  if (short !== null) return short;
  strictDecoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Bytes in printable form: 0x20–0x7E but the backslash as themselves, every other byte as `\xHH` (H-36). */
export function toStringBinary(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
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
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    let byte = text.charCodeAt(index);
    if (byte === 0x5c && text.charCodeAt(index + 1) === 0x78) {
      const digits = text.slice(index + 2, index + 4);
      if (!/^[0-9A-Fa-f]{2}$/.test(digits)) {
        throw invalidArgument(`the escape at ${index} of a printable form must be \\x and two hex digits`);
      }
      byte = Number.parseInt(digits, 16);
      index += 3;
    }
    bytes[length++] = byte;
  }
  return length === bytes.length ? bytes : new Uint8Array(bytes.subarray(0, length));
}

/** Index of the first surrogate without its other half, or -1. */
function loneSurrogate(text: string): number {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (isTrail(unit)) return index;
    if (!isLead(unit)) continue;
    if (!isTrail(text.charCodeAt(index + 1))) return index;
    index++;
  }
  return -1;
}

function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** False for the NaN behind the end of a text. */
function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Short ASCII as text, else null. */
function shortAscii(bytes: Uint8Array): string | null {
  if (bytes.length > SHORT_TEXT) return null;
  let text = '';
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (byte > 0x7f) return null;
    text += String.fromCharCode(byte);
  }
  return text;
}
