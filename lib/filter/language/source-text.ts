import { isBytes, notAllowed } from '../../bytes/kind.js';
import { decodeText, encodeText } from '../../bytes/text.js';
import { type BigtabError, invalidArgument } from '../../errors.js';

/**
 * Text in the filter language, read byte by byte as in HBase: one character of `units` is one byte. Positions in
 * errors refer to what the caller passed: characters of a string, or bytes.
 */
export class SourceText {
  readonly units: string;
  readonly #ofText: boolean;

  /** Throws INVALID_ARGUMENT unless `text` is well-formed text or bytes. */
  constructor(text: unknown) {
    if (typeof text !== 'string' && !isBytes(text)) throw notAllowed('a filter', 'text or bytes', text);
    this.#ofText = typeof text === 'string';
    this.units = toUnits(typeof text === 'string' ? encodeText(text) : text);
  }

  /** The bytes from `start` to `end`. */
  bytes(start: number, end: number): Uint8Array {
    return toBytes(this.units.slice(start, end));
  }

  /** The same as text. */
  text(start: number, end: number): string {
    return decodeText(this.bytes(start, end));
  }

  /** An INVALID_ARGUMENT error with `details.position`, which counts from 0. */
  error(message: string, at: number): BigtabError {
    const position = this.#ofText ? this.text(0, at).length : at;
    return invalidArgument(`${message} (at position ${position})`, { position });
  }
}

/** One byte for each character. REQUIRES characters below 256. */
export function toBytes(units: string): Uint8Array {
  return Uint8Array.from(units, (unit) => unit.charCodeAt(0));
}

function toUnits(bytes: Uint8Array): string {
  let units = '';
  for (const byte of bytes) units += String.fromCharCode(byte);
  return units;
}
