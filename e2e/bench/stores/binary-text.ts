/**
 * Converts bytes to a text with one character per byte, from U+0000 to U+00FF. REQUIRES a few thousand bytes at most.
 */
export function textOf(bytes: Uint8Array): string {
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}

/** The inverse of `textOf`. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
