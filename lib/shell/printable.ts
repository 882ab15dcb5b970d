import { encodeText, toStringBinary } from '../bytes/text.js';

/**
 * Control characters, line separators, and characters that change the direction of text, which can make one text look
 * like another.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * `text` for a terminal or a page. Characters that could control it, or hide their neighbors, are shown as their UTF-8
 * bytes, `\x1B` (H-36).
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => toStringBinary(encodeText(character)));
}
