/*
 * The form in which histories contain bytes: printable ASCII unchanged, every other byte and the backslash as `\xNN`
 * with upper-case digits. Each byte has one spelling, so two texts are equal if their bytes are. This code does not use
 * the engine's, because the runner must not trust the code that it tests.
 */

/** Bytes in printable form. */
export type Printable = string;

const SPELLING = /^(?:[ -[\]-~]|\\x(?:[01][0-9A-F]|5C|7F|[89A-F][0-9A-F]))*$/;
const UNIT = /\\x([0-9A-F]{2})|[ -~]/g;

/** Whether `text` is the one spelling of some bytes. */
export function isPrintable(text: string): boolean {
  return SPELLING.test(text);
}

/** The bytes that `text` spells. REQUIRES `isPrintable(text)`. */
export function fromPrintable(text: string): Uint8Array {
  return Uint8Array.from(text.matchAll(UNIT), ([unit, digits]) =>
    digits === undefined ? unit.charCodeAt(0) : Number.parseInt(digits, 16),
  );
}

/** The spelling of `bytes`. */
export function toPrintable(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x5c;
    text += plain ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}
