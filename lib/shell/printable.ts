import { encodeText, toStringBinary } from '../bytes/text.js';

/** Control characters, separators of lines, and the characters that turn the direction of text, by which one text can pass for another. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** `text` for a terminal or a page: what could act there, or hide what stands beside it, is shown as the bytes of its UTF-8, `\x1B` (H-36). */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => toStringBinary(encodeText(character)));
}
