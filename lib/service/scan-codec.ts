/*
 * Scanners: opened once, then asked for batch after batch. Little-endian; "sized" is a u32 length and bytes.
 *
 *   open      text table
 *             sized start, u8 inclusive, sized stop (empty = open end), u8 inclusive
 *             u8 reversed, u32 limit in rows (0 = none), u32 rows a batch (0 = by bytes)
 *             selection, options (see wire-fields)
 *   next, close
 *             f64 scanner id
 *
 *   reply     f64 scanner id; 0 = that was the last batch and the scanner is closed
 *             result block
 *
 * `next` of a scanner that the engine no longer knows (its lease ended, R-94) fails with SCANNER_CLOSED: the client opens
 * another behind its last row. The reply to `close` is empty; closing an unknown scanner does nothing.
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import type { FamilySelection } from '../model/family-selection.js';
import { type ResultBlock, readResultBlock } from './result-block.js';
import { readOptions, readSelection, writeOptions, writeSelection } from './wire-fields.js';

/** A scan as it is sent; a Scan is one. */
export interface ScanParts {
  readonly start: Uint8Array;
  readonly startInclusive: boolean;
  /** Empty = to the end of the table. */
  readonly stop: Uint8Array;
  readonly stopInclusive: boolean;
  readonly reversed: boolean;
  /** In rows; 0 and less = none. */
  readonly limit: number;
  /** Rows a batch; 0 and less = by bytes. */
  readonly caching: number;
  readonly families: readonly FamilySelection[];
}

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
  writeOptions(out);
  return out.finish();
}

export function readOpenScanner(reader: ByteReader): OpenScannerRequest {
  const request = {
    table: reader.text(),
    start: reader.sized(),
    startInclusive: reader.u8() === 1,
    stop: reader.sized(),
    stopInclusive: reader.u8() === 1,
    reversed: reader.u8() === 1,
    limit: reader.u32(),
    caching: reader.u32(),
    families: readSelection(reader),
  };
  readOptions(reader);
  return request;
}

export function encodeScannerId(id: number): Uint8Array {
  const out = new ByteWriter(8);
  out.f64(id);
  return out.finish();
}

export function readScannerId(reader: ByteReader): number {
  return reader.f64();
}

export function encodeScanReply(id: number, block: Uint8Array): Uint8Array {
  const out = new ByteWriter(block.length + 8);
  out.f64(id);
  out.raw(block);
  return out.finish();
}

export interface ScanReply {
  /** 0 = no more batches. */
  readonly id: number;
  readonly block: ResultBlock;
}

export function decodeScanReply(reader: ByteReader): ScanReply {
  return { id: reader.f64(), block: readResultBlock(reader) };
}
