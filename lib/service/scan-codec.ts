/*
 * Scanners: opened once, then read batch by batch. Little-endian; "sized" is a u32 length and bytes.
 *
 *   open      text table
 *             sized start, u8 inclusive, sized stop (empty = open end), u8 inclusive
 *             u8 reversed, u32 limit in rows (0 = none), u32 rows per batch (0 = by bytes)
 *             selection, options (see wire-fields)
 *   next      scanner id, f64 number of the batch: 1 for the first one after the reply to `open`, then 2, 3 …
 *   renew, close
 *             scanner id
 *
 *   id        f64 epoch of the engine that opened the scanner, f64 number among the scanners of that engine
 *
 *   reply     scanner id; number 0 = that was the last batch and the scanner is closed
 *             result block
 *             of a scan by an index, for each row: sized key of its entry
 *             if more batches follow, and the scan has a filter, or cursors were requested and the block has no row:
 *               sized row of the scanner's position, sized state of the filter (see engine/filter/filter-state)
 *
 * `next` fails with SCANNER_CLOSED if the engine does not know the scanner (its lease ended, R-94, or another engine
 * opened it), if another connection opened it, and, because the batch cannot be repeated, if the scanner's next batch
 * has another number. The client then opens another one after its last row, or at the position of a scanner with a
 * filter; or it fails if it requires a single snapshot. The reply to `close` is empty; closing an unknown scanner does
 * nothing. The reply to `renew` is a u8, 1 = the scanner is open and its lease was restarted.
 */
import type { ByteReader } from '../bytes/byte-reader.js';
import { ByteWriter } from '../bytes/byte-writer.js';
import { type ResultBlock, type ResultBlockWriter, readResultBlock } from '../keyvalue/result-block.js';
import type { IndexQuery } from '../model/index-query.js';
import type { ScanOptions } from '../model/query-options.js';
import { readLimit, readOptions, readSelection, writeOptions, writeSelection } from './wire-fields.js';

/** Names a scanner; no two scanners of a database have the same id. */
export interface ScannerId {
  readonly epoch: number;
  readonly number: number;
}

/** Where a scanner is between two batches, and another one can continue. */
export interface ScanPosition {
  /** The first row that the filter has not seen. */
  readonly row: Uint8Array;
  /** What the filter remembers of the rows before it. */
  readonly filterState: Uint8Array;
}

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
  /** Whether the scan fails when its snapshot is lost. */
  readonly snapshotRequired?: boolean;
  /** The state of the filter if this scan continues another one. */
  readonly filterState?: Uint8Array;
  /** The index by which the rows are read; then `start` is the key of an entry, or empty. */
  readonly index?: IndexQuery | null;
}

/** A scan as the engine runs it. Infinity means no limit, caching, size or batch. */
export interface OpenScannerRequest extends ScanParts {
  readonly table: string;
  readonly filterState: Uint8Array;
  readonly index: IndexQuery | null;
}

export function encodeOpenScanner(table: string, scan: ScanParts): Uint8Array {
  const out = new ByteWriter();
  out.text(table);
  writeRange(out, scan);
  out.u32(Math.max(scan.limit, 0));
  out.u32(Math.max(scan.caching, 0));
  writeSelection(out, scan.families);
  writeOptions(out, scan);
  return out.finish();
}

/** Writes the rows of a scan and their direction. */
export function writeRange(out: ByteWriter, scan: ScanParts): void {
  out.sized(scan.start);
  out.u8(scan.startInclusive ? 1 : 0);
  out.sized(scan.stop);
  out.u8(scan.stopInclusive ? 1 : 0);
  out.u8(scan.reversed ? 1 : 0);
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

export function encodeScannerId(id: ScannerId): Uint8Array {
  const out = new ByteWriter(16);
  writeScannerId(out, id);
  return out.finish();
}

export function readScannerId(reader: ByteReader): ScannerId {
  return { epoch: reader.f64(), number: reader.f64() };
}

/** `batch`: the number of the batch. */
export function encodeNextBatch(id: ScannerId, batch: number): Uint8Array {
  const out = new ByteWriter(24);
  writeScannerId(out, id);
  out.f64(batch);
  return out.finish();
}

/** Reads what follows the scanner's id in a request for a batch. */
export function readBatchNumber(reader: ByteReader): number {
  return reader.f64();
}

function writeScannerId(out: ByteWriter, { epoch, number }: ScannerId): void {
  out.f64(epoch);
  out.f64(number);
}

/** The space that a result block leaves free for the head of the reply. */
export const SCAN_REPLY_HEAD = 16;

/**
 * The reply, in its own buffer. REQUIRES a block of SCAN_REPLY_HEAD. `id`: null after the last batch. `position`: where
 * the next batch begins, or null. `entries`: of a scan by an index, the key of the entry of each row.
 */
export function finishScanReply(
  block: ResultBlockWriter,
  id: ScannerId | null,
  position: ScanPosition | null = null,
  entries: readonly Uint8Array[] = [],
): Uint8Array {
  block.head.setFloat64(0, id?.epoch ?? 0, true);
  block.head.setFloat64(8, id?.number ?? 0, true);
  if (position === null && entries.length === 0) return block.finish();
  const after = new ByteWriter(64);
  for (const key of entries) after.sized(key);
  if (position !== null) {
    after.sized(position.row);
    after.sized(position.filterState);
  }
  return block.finish(after.release());
}

export interface ScanReply {
  /** Null means that there are no more batches. */
  readonly id: ScannerId | null;
  readonly block: ResultBlock;
  readonly position: ScanPosition | null;
  /** Of a scan by an index: the key of the entry of each row, a view of the reply. */
  readonly entries: readonly Uint8Array[];
}

/** `byIndex`: whether it answers a scan by an index. */
export function decodeScanReply(reader: ByteReader, byIndex: boolean = false): ScanReply {
  const id = readScannerId(reader);
  const block = readResultBlock(reader);
  const entries = byIndex ? block.rows.map(() => reader.sized()) : [];
  const position = reader.atEnd ? null : { row: reader.sized(), filterState: reader.sized() };
  return { id: id.number > 0 ? id : null, block, position, entries };
}
