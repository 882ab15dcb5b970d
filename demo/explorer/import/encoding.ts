/** The encodings of files, by their names in `TextDecoder`. */
export type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

export const ENCODINGS: readonly (readonly [encoding: Encoding, name: string])[] = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Windows-1252 (Western European)'],
  ['utf-16le', 'UTF-16, little-endian'],
  ['utf-16be', 'UTF-16, big-endian'],
];

/**
 * Guesses the encoding of a file from its first bytes: UTF-16 has a byte order mark, and a file that is not UTF-8 is
 * assumed to be Windows-1252, in which spreadsheets save CSV files.
 */
export function guessEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    // The last character may be incomplete.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
