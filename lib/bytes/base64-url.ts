import { encodeBase64, readBase64 } from './base64.js';

/** RFC 4648's base64url without padding: letters, digits, `-` and `_`, which may stand in an address. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * The inverse of `encodeBase64Url`, or null for text of other lengths and characters. It also reads some texts that
 * `encodeBase64Url` never returns, so a caller that must refuse those encodes the bytes again.
 */
export function readBase64Url(text: string): Uint8Array | null {
  const padding = '='.repeat(-text.length & 3);
  return readBase64(text.replaceAll('-', '+').replaceAll('_', '/') + padding);
}
