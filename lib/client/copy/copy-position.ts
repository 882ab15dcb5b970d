import { encodeBase64Url, readBase64Url } from '../../bytes/base64-url.js';
import { ByteReader } from '../../bytes/byte-reader.js';
import { ByteWriter } from '../../bytes/byte-writer.js';
import { crc32c } from '../../bytes/crc32c.js';
import { notAllowed } from '../../bytes/kind.js';
import { invalidArgument } from '../../errors.js';
import type { CellTotals } from './cell-sum.js';

/*
 * Positions of copies as text: base64url of
 *
 *   u32  crc32c of the names of both tables and of what follows
 *   f64  since, until
 *   f64  rows and cells that were copied, u32 their checksum
 *   the last row that was copied; nothing before the first one
 */

const CHECK_BYTES = 4;
const HEAD_BYTES = CHECK_BYTES + 4 * 8 + 4;

/** The names of the two tables. */
export interface CopiedTables {
  readonly from: string;
  readonly to: string;
}

/** Where a copy continues. */
export interface CopyPosition extends CellTotals {
  /** Timestamps from `since` up to, but not including, `until` are copied. */
  readonly since: number;
  readonly until: number;
  /** The last row that was copied; empty before the first one. */
  readonly row: Uint8Array;
}

export function copyPositionText(tables: CopiedTables, { since, until, rows, cells, crc, row }: CopyPosition): string {
  const out = new ByteWriter(HEAD_BYTES + row.length);
  out.u32(0);
  for (const number of [since, until, rows, cells]) out.f64(number);
  out.u32(crc);
  out.raw(row);
  out.patchU32(0, checkOf(tables, out));
  return encodeBase64Url(out.finish());
}

/** Throws INVALID_ARGUMENT for anything but a position of a copy between these tables. */
export function readCopyPosition(tables: CopiedTables, text: unknown): CopyPosition {
  if (typeof text !== 'string') throw notAllowed('after', 'the position of a copy', text);
  const bytes = readBase64Url(text);
  const position = bytes === null || bytes.length < HEAD_BYTES ? null : decode(bytes);
  if (position === null || copyPositionText(tables, position) !== text)
    throw invalidArgument(
      'after is not a position of this copy: both tables must be those of the copy that failed, and the text complete',
    );
  return position;
}

function decode(bytes: Uint8Array): CopyPosition {
  const reader = new ByteReader(bytes, CHECK_BYTES, bytes.length, 'position');
  const [since, until, rows, cells] = [reader.f64(), reader.f64(), reader.f64(), reader.f64()];
  return { since, until, rows, cells, crc: reader.u32(), row: bytes.slice(HEAD_BYTES) };
}

function checkOf({ from, to }: CopiedTables, content: ByteWriter): number {
  const names = new ByteWriter();
  names.text(from);
  names.text(to);
  return crc32c(content.bytes, CHECK_BYTES, content.length - CHECK_BYTES, crc32c(names.bytes, 0, names.length));
}
