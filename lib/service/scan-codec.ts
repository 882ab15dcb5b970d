/*
 * Scanners: opened once, then read batch by batch. Little-endian; "sized" is a u32 length and bytes.
 *
 *   open      text table
 *             sized start, u8 inclusive, sized stop (empty = open end), u8 inclusive
 *             u8 reversed, u32 limit in rows (0 = none), u32 rows per batch (0 = by bytes)
 *             selection, options (see wire-fields)
 *   next, renew, close
 *             f64 scanner id
 *
 *   reply     f64 scanner id; 0 = that was the last batch and the scanner is closed
 *             result block
 *             if cursors were requested and the block has no row: sized row of the scanner's position
 *
 * `next` of a scanner that the engine no longer knows (its lease ended, R-94) fails with SCANNER_CLOSED. The client
 * then opens another one after its last row, or fails if it requires a single snapshot. The reply to `close` is empty;
 * closing an unknown scanner does nothing. The reply to `renew` is a u8, 1 = the scanner is open and its lease was
 * restarted.
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { type ResultBlock, type ResultBlockWriter, readResultBlock } from '../keyvalue/result-block.js';
import type { ScanOptions } from '../model/query-options.js';
import { readLimit, readOptions, readSelection, writeOptions, writeSelection } from './wire-fields.js';

/** A scan as it is sent; a Scan has this shape. */
export interface ScanParts extends ScanOptions {
  readonly start: Uint8Array;
  readonly startInclusive: boolean;
  /** Empty means to the end of the table. */
  readonly stop: Uint8Array;
  readonly stopInclusive: boolean;
  readonly reversed: boolean;
  /** Maximum number of rows; 0 or less means no limit. */
  readonly limit: number;
  /** Number of rows per batch; 0 or less means that only size limits it. */
  readonly caching: number;
  /** Number of bytes per batch; 0 or less lets the engine decide. */
  readonly maxResultSize: number;
  /** Whether a row may be cut at the end of a batch. */
  readonly allowPartialResults: boolean;
  /** Whether a batch without rows reports the position of the scanner. */
  readonly needCursorResult: boolean;
  /** The scanner that this one continues, if the engine still knows the progress of its filter; 0 means none. */
  readonly continues?: number;
}

/** A scan as the engine runs it. Infinity means no limit, caching, size or batch. */
export interface OpenScannerRequest extends ScanParts {
  readonly table: string;
}

export function encodeOpenScanner(table: string, scan: ScanParts): Uint8Array {
  const out = new ByteWriter();
  out.text(table);
  out.sized(scan.start);
  out.u8(scan.startInclusive ? 1 : 0);
  out.sized(scan.stop);
  out.u8(scan.stopInclusive ? 1 : 0);
  out.u8(scan.reversed ? 1 : 0);
  out.u32(Math.max(scan.limit, 0));
  out.u32(Math.max(scan.caching, 0));
  writeSelection(out, scan.families);
  writeOptions(out, scan);
  return out.finish();
}

export function readOpenScanner(reader: ByteReader): OpenScannerRequest {
  return {
    table: reader.text(),
    start: reader.sized(),
    startInclusive: reader.u8() === 1,
    stop: reader.sized(),
    stopInclusive: reader.u8() === 1,
    reversed: reader.u8() === 1,
    limit: readLimit(reader),
    caching: readLimit(reader),
    families: readSelection(reader),
    ...readOptions(reader),
  };
}

export function encodeScannerId(id: number): Uint8Array {
  const out = new ByteWriter(8);
  out.f64(id);
  return out.finish();
}

export function readScannerId(reader: ByteReader): number {
  return reader.f64();
}

/** The space that a result block leaves free for the head of the reply. */
export const SCAN_REPLY_HEAD = 8;

/**
 * The reply, in its own buffer. REQUIRES a block of SCAN_REPLY_HEAD. `cursor`: the position of the scanner, or null.
 */
export function finishScanReply(block: ResultBlockWriter, id: number, cursor: Uint8Array | null = null): Uint8Array {
  block.head.setFloat64(0, id, true);
  const reply = block.finish();
  if (cursor === null) return reply;
  const out = new ByteWriter(reply.length + 4 + cursor.length);
  out.raw(reply);
  out.sized(cursor);
  return out.release();
}

export interface ScanReply {
  /** 0 means that there are no more batches. */
  readonly id: number;
  readonly block: ResultBlock;
  readonly cursor: Uint8Array | null;
}

export function decodeScanReply(reader: ByteReader): ScanReply {
  return { id: reader.f64(), block: readResultBlock(reader), cursor: reader.atEnd ? null : reader.sized() };
}
