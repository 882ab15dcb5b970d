import { encodeBase64Url, readBase64Url } from '../../bytes/base64-url.js';
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

const CHECK_BYTES = 4;
const NO_BYTES = new Uint8Array();

/** What may differ: how rows are transferred and cut. */
const OTHER_OPTIONS = {
  batch: 0,
  maxResultSize: 0,
  allowPartialResults: false,
  needCursorResult: false,
  loadColumnFamiliesOnDemand: true,
};

/** The position of a scan at a row. */
export function positionText(table: string, scan: ScanParts, key: Uint8Array): string {
  const out = new ByteWriter(CHECK_BYTES + key.length);
  out.u32(crc32c(key, 0, key.length, scanCheck(table, scan)));
  out.raw(key);
  return encodeBase64Url(out.finish());
}

/** The scan without the rows up to its `after`. Throws as `startAfter` does. */
export function afterPosition(table: string, scan: Scan): ScanParts {
  return { ...scan, ...startAfter(table, scan) };
}

/**
 * Where a scan begins, if it has an `after`. Throws INVALID_ARGUMENT for a position of another scan, and for a scan by an
 * index with options that it cannot have.
 */
export function startAfter(table: string, scan: Scan): Partial<Pick<ScanParts, 'start' | 'startInclusive'>> {
  requireAllowedByIndex(scan);
  if (scan.after === null) return {};
  if (typeof scan.after !== 'string') throw notAllowed('after', 'the position of a scanner', scan.after);
  const start = (readBase64Url(scan.after) ?? NO_BYTES).slice(CHECK_BYTES);
  if (start.length === 0 || positionText(table, scan, start) !== scan.after || isBefore(start, scan)) {
    throw invalidArgument(
      'after is not a position of this scan: the table, the index with its values, the range, the direction, the filter, the versions and the times must be the same, and the text complete',
    );
  }
  return { start, startInclusive: false };
}

/** A number that differs, almost certainly, for scans of other rows or versions, or in another order. */
function scanCheck(table: string, scan: ScanParts): number {
  const out = new ByteWriter(64);
  out.text(table);
  writeRange(out, scan);
  writeOptions(out, { ...scan, ...OTHER_OPTIONS });
  return crc32c(out.bytes, 0, out.length);
}

/** Whether a row is before the range of a scan by row keys, in its direction. */
function isBefore(row: Uint8Array, { start, reversed, index }: Scan): boolean {
  if (index !== null || start.length === 0) return false;
  const order = compareBytes(row, start);
  return reversed ? order > 0 : order < 0;
}
