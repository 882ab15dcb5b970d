import { encodeBase64 } from '../bytes/base64.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { crc32c } from '../bytes/crc32c.js';
import { encodeText } from '../bytes/text.js';
import type { CellView } from '../keyvalue/cell-view.js';
import { readCellTtl } from '../keyvalue/ttl-tag.js';
import { CellType } from '../model/cell-type.js';
import { MARKER_NAMES } from './backup-format.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
/** Bytes of an escape within JSON: two backslashes, an x and two digits. */
export const ESCAPE_BYTES: number = 5;

/** Parts of a line; the rest depends on the cell. */
const ROW = encodeText('{"row":"');
const FAMILY = encodeText('","family":');
const QUALIFIER = encodeText(',"qualifier":"');
const TIMESTAMP = encodeText('","timestamp":');
const VALUE = encodeText(',"value":"');
const BASE64 = encodeText(',"base64":"');
const TTL = encodeText(',"ttl":');
const WRITE = encodeText(',"write":');
const END = encodeText('}\n');
const TEXT_END = encodeText('"}\n');
const TYPES = new Map([...MARKER_NAMES].map(([name, type]) => [type as number, encodeText(`,"type":"${name}"`)]));
const DIGITS = encodeText('0123456789ABCDEF');

/** Writes the lines of a backup, and counts and sums them. */
export class LineWriter {
  cells = 0;
  checksum = 0;
  #out = new ByteWriter();
  #summed = 0;

  get byteLength(): number {
    return this.#out.length;
  }

  /** A line that is not a cell. */
  json(line: object): void {
    this.#out.raw(encodeText(JSON.stringify(line)));
    this.#out.u8(NEWLINE);
  }

  /** `family`: its name as JSON. `write`: see BackupCell; 0 = none. */
  cell(cell: CellView, family: Uint8Array, write: number): void {
    const out = this.#out;
    this.cells++;
    out.raw(ROW);
    writePrintable(out, cell.key, cell.rowOffset, cell.rowLength);
    out.raw(FAMILY);
    out.raw(family);
    out.raw(QUALIFIER);
    writePrintable(out, cell.key, cell.qualifierOffset, cell.qualifierLength);
    out.raw(TIMESTAMP);
    writeNumber(out, cell.timestamp);
    if (cell.type !== CellType.Put) out.raw(TYPES.get(cell.type) as Uint8Array);
    if (cell.tagsLength !== 0) {
      out.raw(TTL);
      writeNumber(out, readCellTtl(cell));
    }
    if (write > 0) {
      out.raw(WRITE);
      writeNumber(out, write);
    }
    if (cell.type === CellType.Put) writeValue(out, cell);
    else out.raw(END);
  }

  /** The lines since the last call, in their own buffer. */
  take(): Uint8Array {
    this.sum();
    const taken = this.#out.finish();
    this.#out.reset();
    this.#summed = 0;
    return taken;
  }

  /** Adds the lines so far to the checksum. */
  sum(): void {
    const { bytes, length } = this.#out;
    this.checksum = crc32c(bytes, this.#summed, length - this.#summed, this.checksum);
    this.#summed = length;
  }
}

/** Text stays readable; what is mostly not ASCII is shorter in Base64. */
function writeValue(out: ByteWriter, { value, valueOffset, valueLength }: CellView): void {
  if (isText(value, valueOffset, valueLength)) {
    out.raw(VALUE);
    writePrintable(out, value, valueOffset, valueLength);
  } else {
    out.raw(BASE64);
    out.raw(encodeText(encodeBase64(value.subarray(valueOffset, valueOffset + valueLength))));
  }
  out.raw(TEXT_END);
}

/** Whether at most a quarter of the bytes are written as escapes. */
function isText(bytes: Uint8Array, offset: number, length: number): boolean {
  let escapes = 0;
  for (let at = offset; at < offset + length && 4 * escapes <= length; at++) {
    const byte = bytes[at] as number;
    if (!isPlain(byte) && byte !== QUOTE) escapes++;
  }
  return 4 * escapes <= length;
}

function isPlain(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x7e && byte !== QUOTE && byte !== BACKSLASH;
}

/** Writes the printable form within a text of JSON. */
function writePrintable(out: ByteWriter, from: Uint8Array, offset: number, length: number): void {
  const at = out.reserve(length * ESCAPE_BYTES);
  const to = out.bytes;
  let end = at;
  for (let index = offset; index < offset + length; index++) {
    const byte = from[index] as number;
    if (isPlain(byte)) {
      to[end++] = byte;
    } else if (byte === QUOTE) {
      to[end++] = BACKSLASH;
      to[end++] = QUOTE;
    } else {
      to[end++] = BACKSLASH;
      to[end++] = BACKSLASH;
      to[end++] = 0x78;
      to[end++] = DIGITS[byte >> 4] as number;
      to[end++] = DIGITS[byte & 15] as number;
    }
  }
  out.truncate(end);
}

function writeNumber(out: ByteWriter, number: number): void {
  out.raw(encodeText(String(number)));
}
