import { corruption } from '../errors.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The value of each character of the alphabet, by its code; built at first use. */
let values: Uint8Array | null = null;

/** RFC 4648 with padding, for bytes in a record that can contain only text. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const group = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += ALPHABET.charAt(group >> 18) + ALPHABET.charAt((group >> 12) & 63);
    text += left > 1 ? ALPHABET.charAt((group >> 6) & 63) : '=';
    text += left > 2 ? ALPHABET.charAt(group & 63) : '=';
  }
  return text;
}

/** Exact inverse of `encodeBase64`, or null for text that is not Base64. */
export function readBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  values ??= valuesOf(ALPHABET);
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let at = 0, to = 0; at < text.length; at += 4, to += 3) {
    let group = 0;
    for (let digit = 0; digit < 4; digit++) group = (group << 6) | (values[text.charCodeAt(at + digit)] as number);
    bytes[to] = group >> 16;
    if (to + 1 < bytes.length) bytes[to + 1] = (group >> 8) & 0xff;
    if (to + 2 < bytes.length) bytes[to + 2] = group & 0xff;
  }
  return bytes;
}

/** Like `readBase64`. Throws CORRUPTION for other text. */
export function decodeBase64(text: string): Uint8Array {
  const bytes = readBase64(text);
  if (bytes === null) throw corruption('catalog', 0, 'a text is not Base64');
  return bytes;
}

function valuesOf(alphabet: string): Uint8Array {
  const made = new Uint8Array(128);
  for (let index = 0; index < alphabet.length; index++) made[alphabet.charCodeAt(index)] = index;
  return made;
}
