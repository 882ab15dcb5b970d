import { ByteWriter } from '../../bytes/byte-writer.js';
import { crc32c } from '../../bytes/crc32c.js';
import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import type { Scan } from '../../model/scan.js';
import type { ScanParts } from '../../service/scan-codec.js';
import { filterBytes } from '../../service/wire-fields.js';
import { requireAllowedByIndex } from './index-scan-options.js';

/*
 * Positions of scans as text, which may stand in an address: base64url of
 *
 *   u32  crc32c of the table's name and of what determines the rows of the scan and their order
 *   the row key or, in a scan by an index, the key of the entry
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const CHECK_BYTES = 4;

/** The position of a scan at a row. */
export function positionText(check: number, key: Uint8Array): string {
  const out = new ByteWriter(CHECK_BYTES + key.length);
  out.u32(check);
  out.raw(key);
  return encode(out.finish());
}

/** The scan without the rows up to its `after`. Throws INVALID_ARGUMENT for a position of another scan. */
export function afterPosition(check: number, scan: Scan): ScanParts {
  if (scan.after === null) return scan;
  if (typeof scan.after !== 'string') throw notAllowed('after', 'the position of a scanner', scan.after);
  const bytes = decode(scan.after);
  const view = bytes === null || bytes.length <= CHECK_BYTES ? null : new DataView(bytes.buffer);
  if (bytes === null || view?.getUint32(0, true) !== check) {
    throw invalidArgument(
      'after is not a position of this scan: the table, the index with its values, the range, the direction and the filter must be the same',
    );
  }
  return { ...scan, start: bytes.slice(CHECK_BYTES), startInclusive: false };
}

/**
 * A number that differs, almost certainly, for scans of other rows, or in another order. Throws INVALID_ARGUMENT for a scan
 * by an index with options that it cannot have.
 */
export function scanCheck(table: string, scan: Scan): number {
  requireAllowedByIndex(scan);
  const { start, startInclusive, stop, stopInclusive, reversed, filter, index } = scan;
  const out = new ByteWriter(64);
  out.text(table);
  out.sized(start);
  out.sized(stop);
  for (const flag of [startInclusive, stopInclusive, reversed]) out.u8(flag ? 1 : 0);
  if (index !== null) {
    out.text(index.index);
    out.u16(index.equals.length);
    for (const value of index.equals) out.sized(value);
    for (const bound of [index.from, index.to, index.prefix]) {
      out.u8(bound === null ? 0 : 1);
      if (bound !== null) out.sized(bound);
    }
  }
  if (filter !== null) out.sized(filterBytes(filter));
  return crc32c(out.bytes, 0, out.length);
}

function encode(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = Math.min(bytes.length - at, 3);
    const bits = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    for (let letter = 0; letter <= left; letter++) text += LETTERS[(bits >>> (18 - 6 * letter)) & 63];
  }
  return text;
}

/** Null for text that `encode` does not return. */
function decode(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  for (let at = 0, to = 0; at < text.length; at++) {
    const value = LETTERS.indexOf(text[at] as string);
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xffffff;
    if (at % 4 > 0) bytes[to++] = bits >>> (6 - 2 * (at % 4));
  }
  return bytes;
}
