import { crc32c } from '../bytes/crc32c.js';
import { badLine } from './bad-line.js';
import type { ByteSource } from './byte-source.js';

const NEWLINE = 0x0a;
const NO_BYTES = new Uint8Array(0);

/** Cuts a stream of bytes into lines. Keeps at most a line and a chunk. */
export class LineReader {
  /** The number of the last line, from 1. */
  line = 0;
  /** The number of bytes that have arrived. */
  bytes = 0;
  /** CRC-32C of all lines before the last one. */
  checksum = 0;
  readonly #source: ByteSource;
  readonly #maxBytes: number;
  /** The same for the first line. */
  readonly #firstBytes: number;
  #chunk: Uint8Array = NO_BYTES;
  #at = 0;
  /** The beginning of a line whose end has not arrived. */
  #parts: Uint8Array[] = [];
  #length = 0;
  /** CRC-32C of everything that was cut so far. */
  #after = 0;

  constructor(source: ByteSource, maxBytes: number, firstBytes: number) {
    this.#source = source;
    this.#maxBytes = maxBytes;
    this.#firstBytes = firstBytes;
  }

  /**
   * The next line without its end, or null if `fill` must be called first. Valid until `fill`. Throws INVALID_ARGUMENT
   * for a line that is too long.
   */
  next(): Uint8Array | null {
    const chunk = this.#chunk;
    const end = chunk.indexOf(NEWLINE, this.#at);
    const part = chunk.subarray(this.#at, end < 0 ? chunk.length : end);
    this.#length += part.length;
    const longest = this.line === 0 ? this.#firstBytes : this.#maxBytes;
    if (this.#length > longest) throw badLine(this.line + 1, `is longer than ${longest} bytes`);
    if (this.#parts.length === 0) this.checksum = this.#after;
    const until = end < 0 ? chunk.length : end + 1;
    this.#after = crc32c(chunk, this.#at, until - this.#at, this.#after);
    this.#at = until;
    if (end < 0) {
      if (part.length > 0) this.#parts.push(part);
      return null;
    }
    this.line++;
    const line = this.#parts.length === 0 ? part : join([...this.#parts, part], this.#length);
    this.#parts = [];
    this.#length = 0;
    return line;
  }

  /** Waits for more bytes. Resolves to false at the end. Rejects with INVALID_ARGUMENT if the last line does not end. */
  async fill(): Promise<boolean> {
    const chunk = await this.#source.next();
    this.#chunk = chunk ?? NO_BYTES;
    this.#at = 0;
    this.bytes += this.#chunk.length;
    if (chunk === null && this.#length > 0) throw badLine(this.line + 1, 'does not end: the backup was cut off');
    return chunk !== null;
  }
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
