import { ByteWriter } from '../../bytes/byte-writer.js';
import { compareBytes } from '../../bytes/compare.js';
import { crc32c } from '../../bytes/crc32c.js';
import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import type { Scan } from '../../model/scan.js';
import { type ScanParts, writeRange } from '../../service/scan-codec.js';
import { writeOptions } from '../../service/wire-fields.js';
import { requireAllowedByIndex } from './index-scan-options.js';

/*
 * Positions of scans as text, which may stand in an address: base64url of
 *
 *   u32  crc32c of the table's name, of what determines the rows of the scan, their cells and their order, and of the key
 *   the row key or, in a scan by an index, the key of the entry
 */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const CHECK_BYTES = 4;

/** What may differ: how rows are transferred and cut. */
const OTHER_OPTIONS = {
  batch: 0,
  maxResultSize: 0,
  allowPartialResults: false,
  needCursorResult: false,
  loadColumnFamiliesOnDemand: true,
};

/** The position of a scan at a row. */
export function positionText(check: number, key: Uint8Array): string {
  const out = new ByteWriter(CHECK_BYTES + key.length);
  out.u32(crc32c(key, 0, key.length, check));
  out.raw(key);
  return encode(out.finish());
}

/** The scan without the rows up to its `after`. Throws INVALID_ARGUMENT for a position of another scan. */
export function afterPosition(check: number, scan: Scan): ScanParts {
  if (scan.after === null) return scan;
  if (typeof scan.after !== 'string') throw notAllowed('after', 'the position of a scanner', scan.after);
  const start = decode(scan.after).slice(CHECK_BYTES);
  if (start.length === 0 || positionText(check, start) !== scan.after || isBefore(start, scan)) {
    throw invalidArgument(
      'after is not a position of this scan: the table, the index with its values, the range, the direction, the filter, the versions and the times must be the same, and the text complete',
    );
  }
  return { ...scan, start, startInclusive: false };
}

/**
 * A number that differs, almost certainly, for scans of other rows or versions, or in another order. Throws
 * INVALID_ARGUMENT for a scan by an index with options that it cannot have.
 */
export function scanCheck(table: string, scan: Scan): number {
  requireAllowedByIndex(scan);
  const out = new ByteWriter(64);
  out.text(table);
  writeRange(out, scan);
  writeOptions(out, { ...scan, ...OTHER_OPTIONS });
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

/** The inverse of `encode`; any bytes for text that `encode` does not return. */
function decode(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  for (let at = 0, to = 0; at < text.length; at++) {
    bits = ((bits << 6) | LETTERS.indexOf(text[at] as string)) & 0xffffff;
    if (at % 4 > 0) bytes[to++] = bits >>> (6 - 2 * (at % 4));
  }
  return bytes;
}

/** Whether a row is before the range of a scan by row keys, in its direction. */
function isBefore(row: Uint8Array, { start, reversed, index }: Scan): boolean {
  if (index !== null || start.length === 0) return false;
  const order = compareBytes(row, start);
  return reversed ? order > 0 : order < 0;
}
