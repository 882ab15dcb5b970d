/*
 * Texts for lines of a log. Names and reasons can contain what a client has sent: control characters, with which a line
 * could look like several or change a terminal, and any number of bytes.
 */

/** Control characters, characters that are not shown, ends of lines, and halves of surrogate pairs. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

const CUT = '…';

/** `text` without unprintable characters. What does not fit into `most` bytes as JSON is cut off. */
export function logText(text: string, most: number): string {
  let shown = '';
  let left = most - bytesOf(CUT);
  for (const character of text.slice(0, most)) {
    const one = UNPRINTABLE.test(character) ? `\\u{${character.codePointAt(0)?.toString(16)}}` : character;
    left -= bytesOf(one);
    if (left < 0) return shown + CUT;
    shown += one;
  }
  return text.length > most ? shown + CUT : shown;
}

/** The same for a list. If it is cut off, its last element says how long it was. */
export function logTexts(texts: readonly string[], most: number): readonly string[] {
  const shown: string[] = [];
  const end = `${CUT} (${texts.length} in all)`;
  let left = most - bytesOf(end);
  for (const text of texts) {
    const one = logText(text, most / 2);
    // Quotes and a comma.
    left -= bytesOf(one) + 3;
    if (left < 0) return [...shown, end];
    shown.push(one);
  }
  return shown;
}

/** The length of a text in JSON, without its quotes. */
function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
