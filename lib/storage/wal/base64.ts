import { corruption } from '../../errors.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

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

/** Exact inverse of `encodeBase64`. Throws CORRUPTION for other text. */
export function decodeBase64(text: string): Uint8Array {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) {
    throw corruption('catalog', 0, 'an answer is not Base64');
  }
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let at = 0, to = 0; at < text.length; at += 4, to += 3) {
    let group = 0;
    for (let digit = 0; digit < 4; digit++)
      group = (group << 6) | Math.max(0, ALPHABET.indexOf(text.charAt(at + digit)));
    bytes[to] = group >> 16;
    if (to + 1 < bytes.length) bytes[to + 1] = (group >> 8) & 0xff;
    if (to + 2 < bytes.length) bytes[to + 2] = group & 0xff;
  }
  return bytes;
}
